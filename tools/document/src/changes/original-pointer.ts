import { partAt } from "../grammar.ts";
import { type Fields, isFields, type Pointer } from "../walk-document.ts";
import { tracePointer } from "./trace-pointer.ts";

/**
 * Leads a pointer into the normal form back to the document as it was written, where parameters stand in a list
 * and a `$ref` leads into the components. What is no longer there keeps its keys, so that a reader of places stops
 * at what is left of it.
 */
export function originalPointer(document: Fields, pointer: Pointer): Pointer {
  let place: Pointer = [];
  let current: unknown = document;
  const step = (key: string): void => {
    place = [...place, key];
    current = childOf(current, key);
    const reference = isFields(current) ? current["$ref"] : undefined;
    if (typeof reference !== "string" || place.length === 0) return;
    place = keysOf(reference);
    current = place.reduce(childOf, document as unknown);
  };
  for (const { kind, key, member } of tracePointer(pointer)) {
    step(key);
    if (member === undefined) continue;
    const isList = partAt(kind, key)?.form === "many";
    step(isList ? indexByName(current, member) : member);
  }
  return place;
}

function childOf(parent: unknown, key: string): unknown {
  if (Array.isArray(parent)) return parent[Number(key)];
  return isFields(parent) ? parent[key] : undefined;
}

/** The name itself where the list has no such member, which then leads no further. */
function indexByName(list: unknown, member: string): string {
  if (!Array.isArray(list)) return member;
  const index = list.findIndex((each) => isFields(each) && namesOf(each).includes(member));
  return index < 0 ? member : String(index);
}

function namesOf(fields: Fields): string[] {
  const name = String(fields["name"]);
  return [name, `${fields["in"]} ${name}`, `${fields["in"]} ${name.toLowerCase()}`];
}

function keysOf(reference: string): Pointer {
  return reference
    .replace(/^#\//, "")
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
