import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";
import { isText } from "../house/is-text.ts";
import { commentsOf } from "../source/comments-of.ts";
import type { Tree } from "../tree.ts";

const mark = /\b(TODO|FIXME|XXX|HACK|WIP|TBD)\b/;

/** A mark in a file is seen by whoever happens to open it. */
export const nothingIsLeftUnfinished: Check = {
  name: "nothing-is-left-unfinished",
  rule: "No file carries a mark of unfinished work; what is to be done has an issue, where it is seen.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths) {
      for (const { text, line } of remarks(tree, path)) {
        const found = mark.exec(text)?.[0];
        if (found === undefined) continue;
        yield {
          path,
          line,
          wrong: `\`${found}\` marks unfinished work.`,
          mend: "Finish it, or open an issue and delete the mark.",
        };
      }
    }
  },
  breach: { "packages/planted/src/planted.ts": "// TODO: Finish this.\nexport const planted = 42;\n" },
};

/** Code in backticks is quoted, as in a page about these very marks. */
function remarks(tree: Tree, path: string): readonly { text: string; line: number }[] {
  if (isSource(path)) return commentsOf(tree.module(path));
  if (!isText(path) || path.endsWith(".json")) return [];
  const text = tree.text(path).replaceAll(/`[^`\n]*`/g, "");
  if (!mark.test(text)) return [];
  return text.split("\n").map((each, index) => ({ text: each, line: index + 1 }));
}
