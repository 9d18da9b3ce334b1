import { type Fields, fieldsOf } from "./fields.ts";

/**
 * Closes the objects of a document that it leaves neither open nor closed. Readers have to accept more members than they
 * know; a deployment sends those that are written down and no more.
 */
export function closeSchemas(document: Fields): Fields {
  return fieldsOf(close(document));
}

function close(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(close);
  if (typeof part !== "object" || part === null) return part;
  const fields = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, close(value)]));
  const isUndecided =
    fields["type"] === "object" && !("additionalProperties" in fields) && "properties" in fields;
  return isUndecided ? { ...fields, additionalProperties: false } : fields;
}
