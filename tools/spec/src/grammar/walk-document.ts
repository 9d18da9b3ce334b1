import { type ObjectKind, partAt } from "./grammar.ts";

/** A path into the document, from its root. */
export type Pointer = readonly string[];

/** An object of the document with unchecked members. */
export type Fields = { readonly [key: string]: unknown };

/** A fault at a pointer of the document. */
export type Complaint = { readonly pointer: Pointer; readonly message: string };

/** Receives each object with its kind and place. Returns what it finds there. */
type Visit<Found> = (kind: ObjectKind, pointer: Pointer, fields: Fields) => Found | readonly Found[];

/**
 * Visits every object of the document once, parents before children, and lists what is found. A reference is visited but
 * not followed.
 */
export function walkDocument<Found>(document: unknown, visit: Visit<Found>): Found[] {
  const found: Found[] = [];
  walkObject("document", [], document, (...object) => {
    found.push(...([visit(...object)].flat() as Found[]));
  });
  return found;
}

/** Whether a value is an object, and neither a list nor null. */
export function isFields(candidate: unknown): candidate is Fields {
  return typeof candidate === "object" && candidate !== null && !Array.isArray(candidate);
}

/** The members of an object; none for any other value, so that rules never throw. */
export function asFields(candidate: unknown): Fields {
  return isFields(candidate) ? candidate : {};
}

/** The items of a list; none for any other value. */
export function asList(candidate: unknown): readonly unknown[] {
  return Array.isArray(candidate) ? candidate : [];
}

function walkObject(kind: ObjectKind, pointer: Pointer, candidate: unknown, visit: Visit<void>): void {
  if (!isFields(candidate)) return;
  visit(kind, pointer, candidate);
  if ("$ref" in candidate) return;
  for (const [key, child] of Object.entries(candidate)) {
    const part = partAt(kind, key);
    if (part === undefined || part.form === "value") continue;
    const childPointer = [...pointer, key];
    if (part.form === "one") {
      walkObject(part.kind, childPointer, child, visit);
      continue;
    }
    if (typeof child !== "object" || child === null) continue;
    for (const [name, grandchild] of Object.entries(child)) {
      walkObject(part.kind, [...childPointer, name], grandchild, visit);
    }
  }
}
