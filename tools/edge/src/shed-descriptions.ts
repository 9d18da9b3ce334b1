/** What a schema tells the document, and what a route says of its answers; the server looks at neither. */
const beginnings = [
  { text: ".openapi(", leave: "" },
  { text: "responses: {", leave: "responses: {}" },
] as const;

/**
 * Leaves out of a generated module what is only there for the document. Behind each beginning stands a literal, whose
 * end is found by its brackets; those within texts are passed over.
 */
export function shedDescriptions(source: string): string {
  let kept = "";
  let at = 0;
  for (;;) {
    const [next] = beginnings
      .map((beginning) => ({ ...beginning, from: source.indexOf(beginning.text, at) }))
      .filter(({ from }) => from >= 0)
      .sort((one, other) => one.from - other.from);
    if (next === undefined) return kept + source.slice(at);
    kept += source.slice(at, next.from) + next.leave;
    at = findEnd(source, next.from + next.text.length);
  }
}

/** Just behind the bracket that closes the one before this place. */
function findEnd(source: string, from: number): number {
  let depth = 1;
  const signs = /"(?:[^"\\]|\\.)*"|[([{]|[)\]}]/g;
  signs.lastIndex = from;
  for (let found = signs.exec(source); found !== null; found = signs.exec(source)) {
    if ("([{".includes(found[0])) depth += 1;
    else if (")]}".includes(found[0])) depth -= 1;
    if (depth === 0) return signs.lastIndex;
  }
  throw new Error("A literal of a generated module does not end.");
}
