import type { Check } from "../check.ts";

/** What a command can write again does not belong to the history. */
export const generatedFilesStayUncommitted: Check = {
  name: "generated-files-stay-uncommitted",
  rule: "Generated files are written anew from the document and are never committed beside it.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths) {
      if (!/\.gen(\.d)?\.[cm]?tsx?$/.test(path)) continue;
      yield {
        path,
        line: 1,
        wrong: "A generated file is committed, or would be by the next `git add`.",
        mend: "Run `git rm --cached` on it, and keep `*.gen.ts` in .gitignore.",
      };
    }
  },
  breach: { "packages/planted/src/planted.gen.ts": "export interface Planted {}\n" },
};
