import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";
import { commentsOf } from "../source/comments-of.ts";

const capitalOrSign = /^[^\p{Ll}]/u;
const nameAsWritten = /^\p{Ll}[^\s]*[\p{Lu}\p{N}._/()@-]/u;
const sentenceEnd = /[.?!:…][\p{Pf}"'`)\]]*$/u;

/** Half a sentence leaves the other half to be guessed. */
export const commentIsASentence: Check = {
  name: "comment-is-a-sentence",
  rule: "A comment is made of whole sentences: it starts with a capital and ends with a full stop.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      for (const { text, line } of commentsOf(tree.module(path))) {
        const wrong = judge(describe(text));
        if (wrong === undefined) continue;
        yield {
          path,
          line,
          wrong,
          mend: "Write a whole sentence that says why, put code in backticks, or delete it.",
        };
      }
    }
  },
  breach: { "packages/planted/src/planted.ts": "// the answer\nexport const planted = 42;\n" },
};

/** What is left for a person: without tags, code blocks and lists. */
function describe(text: string): string {
  const [described = ""] = text.split(/^@\w+/m);
  return described.replaceAll(/```[\s\S]*?(```|$)/g, "").trim();
}

function judge(text: string): string | undefined {
  if (text === "" || /^https?:\S+$/.test(text)) return undefined;
  if (!capitalOrSign.test(text) && !nameAsWritten.test(text))
    return `The comment begins in the middle: "${quote(text)}".`;
  const last = text.split("\n").at(-1) ?? "";
  if (/^\s*([-*|]|\d+\.) ?/.test(last) || sentenceEnd.test(last)) return undefined;
  return `The comment has no end: "${quote(last)}".`;
}

function quote(text: string): string {
  const lengthMax = 40;
  const line = text.split("\n")[0] ?? "";
  return line.length > lengthMax ? `${line.slice(0, lengthMax)}…` : line;
}
