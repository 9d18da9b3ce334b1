const leaks: readonly (readonly [name: string, form: RegExp])[] = [
  ["a line of a stack", /\bat (?:async )?[\w.<>$ ]+ \(.*:\d+:\d+\)|\bat (?:file|node):|\n\s+at \S+:\d+/],
  ["a file of the program", /[\w-]+\.(?:ts|js|mjs|cjs|wasm|sqlite)(?!\.?\w)|node_modules|file:\/\//],
  [
    "a folder of the machine",
    /(?:^|[\s"'(])\/(?:home|usr|var|tmp|etc|root|opt|app|srv)\/(?:[^\s"')]*\.[a-z]\w{0,7}\b|[^\s"')]*node_modules)/,
  ],
  [
    "a statement of a database",
    /\bselect\s.+\sfrom\s+\S+\s+(?:where|order|limit|join)\b|\binsert into \S+ ?(?:\(|values\b)|\bupdate \w+ set \S+ ?=|\bdelete from \S+ where\b/i,
  ],
  [
    "the name of an exception",
    /\b(?:TypeError|ReferenceError|RangeError|SyntaxError|SQLITE_\w+|ECONN\w+|ENOENT)\b/,
  ],
];

/** Lists what an error body tells of the inside of a service. */
export function listLeaks(text: string): string[] {
  const said = text.replaceAll(/https?:\/\/[^\s"'<>]+/g, "");
  return leaks.filter(([, form]) => form.test(said)).map(([name]) => name);
}
