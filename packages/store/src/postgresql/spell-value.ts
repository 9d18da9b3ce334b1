/** A value as PostgreSQL reads it in a text: whole numbers, texts, lists of them, and nothing. */
export function spellValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `{${value.map(spellElement).join(",")}}`;
  return String(value);
}

/** Texts of a list are quoted, since they may look like its signs or like nothing. */
function spellElement(value: unknown): string {
  if (value === undefined || value === null) return "NULL";
  return typeof value === "string" ? `"${value.replaceAll(/["\\]/g, "\\$&")}"` : String(value);
}
