import { isDeepStrictEqual } from "node:util";
import { type ObjectKind, partAt } from "./grammar.ts";
import { followReference } from "./resolve-reference.ts";
import { type Fields, isFields, type Pointer } from "./walk-document.ts";

/**
 * Normalizes a document, so that documents of the same meaning are equal: components other than schemas are inlined,
 * parameters and tags are keyed by name, sets are sorted, and defaults are removed.
 */
export function normalForm(document: Fields): Fields {
  return normalObject(document, "document", document) as Fields;
}

function normalObject(document: Fields, kind: ObjectKind, candidate: unknown): unknown {
  if (!isFields(candidate)) return candidate;
  if (typeof candidate["$ref"] === "string") {
    if (kind === "schema") return { $ref: candidate["$ref"] };
    return normalObject(document, kind, followReference(document, candidate));
  }
  const members = Object.entries(candidate)
    .filter(([key]) => kind !== "components" || key === "schemas" || key === "securitySchemes")
    .map(([key, child]) => [key, normalMember(document, kind, key, child)] as const)
    .filter(([key, child]) => !isSaidByDefault(kind, key, child));
  return Object.fromEntries(members);
}

function normalMember(document: Fields, kind: ObjectKind, key: string, child: unknown): unknown {
  const part = partAt(kind, key);
  if (kind === "schema" && key === "additionalProperties" && isAnything(child)) return true;
  if (part === undefined || part.form === "value") return normalValue(kind, key, child);
  if (part.form === "one") return normalObject(document, part.kind, child);
  if (part.form === "many") return normalList(document, part.kind, child);
  if (!isFields(child)) return child;
  return Object.fromEntries(
    Object.entries(child).map(([name, each]) => [name, normalObject(document, part.kind, each)]),
  );
}

function normalList(document: Fields, kind: ObjectKind, list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  const normal = list.map((each) => normalObject(document, kind, each));
  if (kind === "parameter") return byName(normal, parameterName);
  if (kind === "tag") return byName(normal, (tag) => String(tag["name"]));
  if (kind === "schema") return sorted(normal);
  return normal;
}

function byName(list: readonly unknown[], nameOf: (fields: Fields) => string): Fields {
  return Object.fromEntries(list.map((each) => [nameOf(each as Fields), each]));
}

/** Header names are case-insensitive. */
function parameterName(parameter: Fields): string {
  const name = String(parameter["name"]);
  return `${parameter["in"]} ${parameter["in"] === "header" ? name.toLowerCase() : name}`;
}

/** An empty schema accepts everything, as `true` does. */
function isAnything(others: unknown): boolean {
  return isFields(others) && Object.keys(others).length === 0;
}

function normalValue(kind: ObjectKind, key: string, child: unknown): unknown {
  if (kind !== "schema") return child;
  if ((key === "required" || key === "enum") && Array.isArray(child)) return sorted(child);
  if (key === "type" && Array.isArray(child)) return child.length === 1 ? child[0] : sorted(child);
  return child;
}

function isSaidByDefault(kind: ObjectKind, key: string, child: unknown): boolean {
  if (child === undefined) return true;
  if (kind === "parameter" && key === "required" && child === false) return true;
  if (kind === "operation" && key === "security") return false;
  if (Array.isArray(child)) return child.length === 0;
  return isFields(child) && Object.keys(child).length === 0;
}

function sorted(list: readonly unknown[]): unknown[] {
  return list
    .map((each) => [JSON.stringify(each), each] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, each]) => each);
}

/** A difference between two documents; a missing side is undefined. */
export type Difference = { readonly pointer: Pointer; readonly before: unknown; readonly after: unknown };

/** Lists the differences between two documents in normal form, at the deepest place of each. */
export function findDifferences(before: Fields, after: Fields): Difference[] {
  return differencesAt([], before, after);
}

/** Formats a difference as one line. */
export function printDifference({ pointer, before, after }: Difference): string {
  const place = pointer.join(" › ");
  if (before === undefined) return `${place}: added ${shorten(after)}`;
  if (after === undefined) return `${place}: removed ${shorten(before)}`;
  return `${place}: ${shorten(before)} → ${shorten(after)}`;
}

function differencesAt(pointer: Pointer, before: unknown, after: unknown): Difference[] {
  if (!isFields(before) || !isFields(after)) {
    return isDeepStrictEqual(before, after) ? [] : [{ pointer, before, after }];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differencesAt([...pointer, key], before[key], after[key]));
}

/** Writes a value as JSON of a limited length. */
export function shorten(side: unknown, lengthMax = 80): string {
  const text = JSON.stringify(side) ?? "nothing";
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1)}…`;
}
