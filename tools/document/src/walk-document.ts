import { type ObjectKind, partAt } from "./grammar.ts";

/** A path into the document, from its root. */
export type Pointer = readonly string[];

/** An object of the document, whose members are not known yet. */
export type Fields = { readonly [key: string]: unknown };

/** Something wrong at a pointer of the document. */
export type Complaint = { readonly pointer: Pointer; readonly message: string };

/** What the walk shows for each object: its kind, where it stands, and the object. */
type Visit = (kind: ObjectKind, pointer: Pointer, fields: Fields) => void;

/** Shows every object of the document once, a parent before its children; a reference is shown, not followed. */
export function walkDocument(document: unknown, visit: Visit): void {
  walkObject("document", [], document, visit);
}

/** Whether a value is an object with members, which a list and null are not. */
export function isFields(candidate: unknown): candidate is Fields {
  return typeof candidate === "object" && candidate !== null && !Array.isArray(candidate);
}

function walkObject(kind: ObjectKind, pointer: Pointer, candidate: unknown, visit: Visit): void {
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
