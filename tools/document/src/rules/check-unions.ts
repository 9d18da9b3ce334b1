import type { Complaint } from "../check-vocabulary.ts";
import { type Fields, walkDocument } from "../walk-document.ts";

/** A union is an anyOf of two or more; the members have few required fields, so that one body matches several. */
export function checkUnions(document: Fields): Complaint[] {
  const complaints: Complaint[] = [];
  walkDocument(document, (kind, pointer, fields) => {
    if (kind !== "schema") return;
    for (const keyword of ["oneOf", "allOf"]) {
      if (!(keyword in fields)) continue;
      const message = `${keyword} is not used here, because one body may match several branches; write anyOf`;
      complaints.push({ pointer: [...pointer, keyword], message });
    }
    const branches = fields["anyOf"];
    if (branches !== undefined && (!Array.isArray(branches) || branches.length < 2)) {
      const message = "anyOf has fewer than two branches; write the schema itself";
      complaints.push({ pointer: [...pointer, "anyOf"], message });
    }
  });
  return complaints;
}
