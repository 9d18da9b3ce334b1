import { type ObjectKind, partAt } from "./grammar.ts";
import { type Fields, type Pointer, walkDocument } from "./walk-document.ts";

/** Something wrong at a pointer of the document. */
export type Complaint = { readonly pointer: Pointer; readonly message: string };

/** Complains of every key that the grammar does not know, and of everything that stands beside a `$ref`. */
export function checkVocabulary(document: unknown): Complaint[] {
  const complaints: Complaint[] = [];
  walkDocument(document, (kind, pointer, fields) => {
    complaints.push(...complaintsOf(kind, pointer, fields));
  });
  return complaints;
}

function complaintsOf(kind: ObjectKind, pointer: Pointer, fields: Fields): Complaint[] {
  if ("$ref" in fields) {
    return Object.keys(fields)
      .filter((key) => key !== "$ref")
      .map((key) => ({
        pointer: [...pointer, key],
        message: `"${key}" stands beside a $ref, where readers disagree on its meaning; move it into what is referred to`,
      }));
  }
  return Object.keys(fields)
    .filter((key) => partAt(kind, key) === undefined)
    .map((key) => ({
      pointer: [...pointer, key],
      message: `unknown keyword "${key}" in ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}; the generator would not know what to make of it. Remove it, or teach tools/document/src/grammar.ts and the generator`,
    }));
}
