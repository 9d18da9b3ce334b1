/** Members of an object of JSON by their names. */
export type Fields = Readonly<Record<string, unknown>>;

/** Takes a value as an object of JSON; what is none has no members. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
