import { type Difference, shorten } from "../grammar/compare.ts";
import { partAt } from "../grammar/grammar.ts";
import { pointerOf, valueAt } from "../grammar/resolve-reference.ts";
import { asFields, type Fields, isFields, type Pointer } from "../grammar/walk-document.ts";
import type { Place } from "../read/parse-yaml.ts";
import type { SoundDocument } from "../read/read-document.ts";
import { type Change, classifyChanges } from "./classify-change.ts";
import { type Spot, tracePointer, writeCanonically } from "./trace-pointer.ts";

/** A change with a description and its place in the source document. */
export type LocatedChange = Change & Place & { readonly description: string };

/** Finds the changes since the baseline and their places. A change of a shared component is reported once. */
export function locateChanges(baseline: SoundDocument, document: SoundDocument): LocatedChange[] {
  const groups = new Map<string, Change[]>();
  for (const change of classifyChanges(baseline.document, document.document)) {
    const key = JSON.stringify([
      originalPointer(document.document, change.pointer),
      change.before,
      change.after,
    ]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap(([change, ...others]) => {
    if (change === undefined) return [];
    const description = describeChange(change, [baseline.document, document.document]);
    const place = document.placeOf(originalPointer(document.document, change.pointer));
    return [{ ...change, ...place, description: `${description}${countOthers(others.length)}` }];
  });
}

function countOthers(count: number): string {
  if (count === 0) return "";
  return count === 1 ? ", and so in 1 other place" : `, and so in ${count} other places`;
}

/** Describes a change, such as `listNotifications, query parameter limit: maximum 100 → 50`. */
export function describeChange({ pointer, before, after }: Difference, documents: readonly Fields[]): string {
  const spots = tracePointer(pointer);
  const last = spots.at(-1);
  if (last === undefined) return "the whole document";
  const place = describePlace(spots.slice(0, -1), documents);
  const thing = last.kind === "pathItem" ? `${last.key.toUpperCase()} ${last.owner[1]}` : nameThing(last);
  return `${place === "" ? "" : `${place}: `}${thing}${describeSides(before, after)}`;
}

function describePlace(spots: readonly Spot[], documents: readonly Fields[]): string {
  const names: string[] = [];
  for (const spot of spots) {
    const step = stepWithin(spot);
    if (step !== undefined) names.push(`${names.pop() ?? ""}${step}`);
    else if (spot.kind === "pathItem") names.push(nameOperation([...spot.owner, spot.key], documents));
    else if (spot.key !== "paths" && spot.key !== "components" && spot.key !== "schema")
      names.push(nameThing(spot));
  }
  return names.join(", ");
}

/** Paths within a schema are short: `SymbolEntry.news[]`. */
function stepWithin({ kind, key, member }: Spot): string | undefined {
  if (kind !== "schema") return undefined;
  if (key === "properties" && member !== undefined) return `.${member}`;
  if (key === "items") return "[]";
  return key === "additionalProperties" ? "{}" : undefined;
}

function nameOperation(pointer: Pointer, documents: readonly Fields[]): string {
  const [, path = "", method = ""] = pointer;
  const names = documents.map((document) => {
    return asFields(valueAt(document, pointer))["operationId"];
  });
  const name = names.find((each) => typeof each === "string");
  return typeof name === "string" ? name : `${method.toUpperCase()} ${path}`;
}

const nouns: Readonly<Record<string, string>> = {
  "document.paths": "path",
  "document.tags": "tag",
  "components.schemas": "schema",
  "components.securitySchemes": "security scheme",
  "operation.requestBody": "request body",
  "operation.responses": "answer",
  "response.headers": "header",
  "response.content": "media type",
  "requestBody.content": "media type",
  "schema.properties": "property",
};

function nameThing({ kind, key, member }: Spot): string {
  const name = `${kind}.${key}`;
  const noun = nouns[name] ?? key;
  if (member === undefined) return noun;
  const [first = "", ...rest] = member.split(" ");
  return name === "operation.parameters" ? `${first} parameter ${rest.join(" ")}` : `${noun} ${member}`;
}

const brief = (side: unknown): string => shorten(side, 60);

function describeSides(before: unknown, after: unknown): string {
  if (before === undefined) return ` added${isFields(after) ? "" : ` (${brief(after)})`}`;
  if (after === undefined) return ` removed${isFields(before) ? "" : ` (${brief(before)})`}`;
  if (!Array.isArray(before) || !Array.isArray(after)) return ` ${brief(before)} → ${brief(after)}`;
  const gone = missingFrom(after, before).map((each) => `loses ${brief(each)}`);
  const come = missingFrom(before, after).map((each) => `gains ${brief(each)}`);
  return ` ${[...gone, ...come].join(", ")}`;
}

function missingFrom(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(list.map(writeCanonically));
  return others.filter((each) => !known.has(writeCanonically(each)));
}

/**
 * Maps a pointer of the normal form back to the source document, where parameters are in a list and a `$ref` leads to
 * the components. Keys that no longer exist are kept, so that a lookup ends at the last existing parent.
 */
export function originalPointer(document: Fields, pointer: Pointer): Pointer {
  let place: Pointer = [];
  let current: unknown = document;
  const step = (key: string): void => {
    place = [...place, key];
    current = childOf(current, key);
    const reference = isFields(current) ? current["$ref"] : undefined;
    if (typeof reference !== "string") return;
    place = pointerOf(reference) ?? [];
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

/** Returns the name itself if the list has no such member; a lookup ends there. */
function indexByName(list: unknown, member: string): string {
  if (!Array.isArray(list)) return member;
  const index = list.findIndex((each) => isFields(each) && namesOf(each).includes(member));
  return index < 0 ? member : String(index);
}

function namesOf(fields: Fields): string[] {
  const name = String(fields["name"]);
  return [name, `${fields["in"]} ${name}`, `${fields["in"]} ${name.toLowerCase()}`];
}
