import { globSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Maps each entry of a package's `exports` to its source for dependency-cruiser, so that imports are checked without a
 * build. Unlisted entries stay unresolved.
 */
const entries = globSync("{packages,apps,tools}/*/package.json").flatMap((path) => {
  const { name, exports = {} } = JSON.parse(readFileSync(path, "utf8"));
  return Object.entries(exports).map(([key, target]) => {
    const built = typeof target === "string" ? target : target.default;
    const source = built.replace(/^\.\/dist\/(.*)\.js$/, "./src/$1.ts");
    return [name + key.slice(1), resolve(dirname(path), source)];
  });
});

// Longest first: a shorter name would match as a prefix of a longer one.
const alias = Object.fromEntries(entries.sort(([one], [other]) => other.length - one.length));

export default { resolve: { alias } };
