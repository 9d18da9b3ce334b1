import { isFields } from "../walk-document.ts";

/** JSON in which equal values have equal texts, whatever order their members were written in. */
export function writeCanonically(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonically).join(",")}]`;
  if (!isFields(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${writeCanonically(value[key])}`);
  return `{${members.join(",")}}`;
}
