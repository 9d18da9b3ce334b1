/** Whether a path is code that can be parsed. */
export function isSource(path: string): boolean {
  return /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/.test(path);
}

/** Whether a path is code that proves other code, and may therefore reach for anything. */
export function isTest(path: string): boolean {
  return /\.(test|test-d|suite|bench)\.tsx?$|\/src\/testing\//.test(path);
}

/** Whether a path is code that runs in the product. */
export function isProduct(path: string): boolean {
  return isSource(path) && !isTest(path);
}

/** Whether a path is code of a workspace package that runs in the product. */
export function isInSource(path: string): boolean {
  return isProduct(path) && /^(packages|apps|tools)\/[^/]+\/src\//.test(path);
}

/** Whether a path is the settings file of a tool, which dictates its form. */
export function isSettings(path: string): boolean {
  return /\.config\.[cm]?[jt]s$/.test(path);
}
