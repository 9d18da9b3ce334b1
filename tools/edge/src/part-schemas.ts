/**
 * Makes of the one object that holds all schemas an export of each, made only where somebody names it: whoever serves
 * answers judges requests, and most schemas describe answers.
 */
export function partSchemas(source: string): string {
  const names = /^export const schemas = \{([^}]*)\};$/m.exec(source)?.[1];
  const parted =
    names === undefined
      ? source
      : source
          .replace(
            /^const (\w+) = ((?:.|\n(?!const |export ))*);$/gm,
            "const $1 = /* @__PURE__ */ (() => $2)();",
          )
          .replace(/^export const schemas = \{[^}]*\};$/m, `export {${names}};`);
  return parted
    .replace(
      /^import \{ schemas \} from ("[^"]+");\nconst (\{[^}]*\}) = schemas;$/m,
      (_whole, from: string, taken: string) => `import ${taken} from ${from};`,
    )
    .replace(/^export \{ schemas \} from /m, "export * as schemas from ");
}
