import type { Complaint } from "../check-vocabulary.ts";
import type { ObjectKind } from "../grammar.ts";
import { type Fields, type Pointer, walkDocument } from "../walk-document.ts";
import { isSentence } from "./is-sentence.ts";

const kindsDescribed: readonly ObjectKind[] = [
  "info",
  "server",
  "serverVariable",
  "tag",
  "parameter",
  "requestBody",
  "response",
  "header",
  "securityScheme",
];

/** Each named schema, property, parameter, header, body, response and tag says in a sentence what it is. */
export function checkDescriptions(document: Fields): Complaint[] {
  const complaints: Complaint[] = [];
  walkDocument(document, (kind, pointer, fields) => {
    if (!mustBeDescribed(kind, pointer) || "$ref" in fields || isSentence(fields["description"])) return;
    const name = pointer.at(-1) ?? "";
    complaints.push(
      "description" in fields
        ? {
            pointer: [...pointer, "description"],
            message: `the description of ${nameOf(fields, name)} is not a sentence; begin it with a capital and end it with a period`,
          }
        : { pointer, message: `${nameOf(fields, name)} has no description; say in a sentence what it is` },
    );
  });
  return complaints;
}

function mustBeDescribed(kind: ObjectKind, pointer: Pointer): boolean {
  if (kind !== "schema") return kindsDescribed.includes(kind);
  const parent = pointer.at(-2);
  return parent === "properties" || (parent === "schemas" && pointer.length === 3);
}

function nameOf(fields: Fields, key: string): string {
  return `"${typeof fields["name"] === "string" ? fields["name"] : key}"`;
}
