import { globSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Leads dependency-cruiser from each entry in a package's `exports` to its source, so that walls are checked without
 * a build. An entry that is not listed stays unresolved.
 */
const entries = globSync("{packages,apps,tools}/*/package.json").flatMap((path) => {
  const { name, exports = {} } = JSON.parse(readFileSync(path, "utf8"));
  return Object.entries(exports).map(([key, target]) => {
    const built = typeof target === "string" ? target : target.default;
    const source = built.replace(/^\.\/dist\/(.*)\.js$/, "./src/$1.ts");
    return [name + key.slice(1), resolve(dirname(path), source)];
  });
});

// A shorter name would take the longer ones with it.
const alias = Object.fromEntries(entries.sort(([one], [other]) => other.length - one.length));

export default { resolve: { alias } };
