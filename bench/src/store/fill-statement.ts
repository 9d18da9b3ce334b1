import type { NamedStatement } from "@trading-oms/store/postgresql";

/** A statement with its values written into it; `replace` gives what stands at a place that differs each time. */
export function fillStatement(
  { text, values }: Pick<NamedStatement, "text" | "values">,
  replace: (place: number) => string | undefined = () => undefined,
): string {
  return text.replaceAll(
    /\$(\d+)/g,
    (_, place: string) => replace(Number(place)) ?? literalOf(values[Number(place) - 1]),
  );
}

/** A value as PostgreSQL reads it; it is of our own making. */
function literalOf(value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(literalOf).join(", ")}]`;
  return typeof value === "string" ? `'${value}'` : String(value);
}
