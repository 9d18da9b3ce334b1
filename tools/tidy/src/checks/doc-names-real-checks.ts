import type { Check } from "../check.ts";

/** An invariant is worth what its check is worth. */
export const docNamesRealChecks: Check = {
  name: "doc-names-real-checks",
  rule: "Where a page names a check, as `tidy:<name>` in backticks, there is such a check.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter((each) => each.endsWith(".md"))) {
      for (const [index, line] of tree.text(path).split("\n").entries()) {
        for (const [, name] of line.matchAll(/`tidy:([a-z0-9-]+)`/g)) {
          if (tree.has(`tools/tidy/src/checks/${name}.ts`)) continue;
          yield {
            path,
            line: index + 1,
            wrong: `There is no check called \`${name}\`.`,
            mend: "Name one that `pnpm tidy --list` shows, or write it in tools/tidy/src/checks.",
          };
        }
      }
    }
  },
  breach: { "docs/planted.md": "Money stays exact (`tidy:planted-check`).\n" },
};
