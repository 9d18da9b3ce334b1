import { symbolLengthMax } from "./symbol-length-max.ts";

const symbolForm = new RegExp(`^[A-Za-z0-9._-]{1,${symbolLengthMax}}$`);
const dateForm = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const titleLengthMax = 1_000;
const urlLengthMax = 2_000;

/** Whether a text is a symbol as catalogs have them. */
export function isSymbolText(value: unknown): value is string {
  return typeof value === "string" && symbolForm.test(value);
}

/** Whether a text is a day that the calendar has, as yyyy-MM-dd. */
export function isDateText(value: unknown): value is string {
  if (typeof value !== "string" || !dateForm.test(value)) return false;
  const atMs = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(value);
}

/** Whether a text can be shown as a title. */
export function isTitleText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= titleLengthMax && value.isWellFormed();
}

/** Whether a text is an address that a reader may follow. */
export function isUrlText(value: unknown): value is string {
  return typeof value === "string" && value.length <= urlLengthMax && /^https?:\/\/[!-~]+$/.test(value);
}
