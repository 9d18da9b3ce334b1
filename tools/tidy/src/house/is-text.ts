const endings =
  /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|json|jsonc|md|yaml|yml|toml|sql|css|html|sh|txt|svg|adoc|csv)$/;

/** Whether a path is text that a person may have written: a known ending, a dotfile, or no ending at all. */
export function isText(path: string): boolean {
  const name = path.split("/").at(-1) ?? "";
  return endings.test(name) || !name.slice(1).includes(".");
}
