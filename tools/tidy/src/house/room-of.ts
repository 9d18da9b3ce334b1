/** The workspace package that a path lies in, such as `packages/store`. */
export function roomOf(path: string): string | undefined {
  return /^(packages|apps|tools)\/[^/]+(?=\/)/.exec(path)?.[0] ?? /^bench(?=\/)/.exec(path)?.[0];
}
