/** Gives a module with functions of the same names as that of a source, each of which says that it was left out; lists of them are empty. */
export function standForFunctions(source: string): string {
  const names = [...source.matchAll(exported)].map((found) => found[1] ?? found[2] ?? found[3]);
  if (names.length === 0)
    throw new Error("There is no function to stand for; what was to be left out has moved.");
  const lists = [...source.matchAll(/^export const (\w+) = \{/gm)].map(([, name]) => name);
  return [
    ...names.map(
      (name) => `export function ${name}() { throw new Error("${name} was left out of this bundle."); }`,
    ),
    ...lists.map((name) => `export const ${name} = {};`),
  ].join("\n");
}

/** A function that is declared, one that is a constant, or one that is named at the end. */
const exported =
  /^export (?:(?:async )?function\*? ?(\w+)|const (\w+) = (?:async )?\([^()]*(?:\{\}|\[\])?[^()]*\) =>|\{ (?:\w+ as )?(\w+) \};)/gm;
