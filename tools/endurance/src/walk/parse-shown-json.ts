/** What an ellipsis outside of a text is parsed to: any whole number above 0, such as a time or an id. */
export const someNumber = "\u0000";

/** Parses JSON in which an ellipsis may stand for a number; undefined where it can't be parsed. */
export function parseShownJson(text: string): { readonly value: unknown } | undefined {
  const json = text.replaceAll(/"(?:[^"\\]|\\.)*"|…/g, (found) =>
    found === "…" ? JSON.stringify(someNumber) : found,
  );
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}
