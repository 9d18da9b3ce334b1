/** The members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the value if it is a JSON object, otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Returns the JSON objects of a list; none if the value is no list. */
export function rowsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** A part of a document, or the shared one that it refers to, and its place. */
export function resolveReference(document: Fields, value: unknown, pointer = ""): [Fields, string] {
  const { $ref, ...fields } = fieldsOf(value);
  if (typeof $ref !== "string") return [fields, pointer];
  const keys = $ref.slice(2).split("/");
  return [fieldsOf(keys.reduce<unknown>((part, key) => fieldsOf(part)[key], document)), $ref];
}
