/** Gives a module with functions of the same names as that of a source, each of which says that it was left out. */
export function standForFunctions(source: string): string {
  const names = [...source.matchAll(/^export (?:async )?function\*? ?(\w+)/gm)].map(([, name]) => name);
  if (names.length === 0)
    throw new Error("There is no function to stand for; what was to be left out has moved.");
  return names
    .map((name) => `export function ${name}() { throw new Error("${name} was left out of this bundle."); }`)
    .join("\n");
}
