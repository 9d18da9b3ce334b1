import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";
import { commentsOf } from "../source/comments-of.ts";

const history = [
  /\b(previously|formerly|originally|refactored|legacy|obsolete)\b/i,
  /\b(it|this|we|that|there) used to\b/i,
  /\bused to (be|have|live|do)\b/i,
  /\bno longer (used|needed|necessary|required|supported|exists?)\b/i,
  /\bth(is|ese)( \w+)? (was|were|has been|have been|got) (renamed|moved|removed|rewritten|replaced|changed)\b/i,
  /\b(old|new|earlier) (implementation|version of this|behaviou?r|approach)\b/i,
];

/** The past is kept by git; a comment speaks to somebody who sees the code as it is. */
export const commentTellsNoHistory: Check = {
  name: "comment-tells-no-history",
  rule: "A comment speaks of the code as it stands and leaves its past to the history.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      for (const { text, line } of commentsOf(tree.module(path))) {
        const told = history.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
        if (told === undefined) continue;
        yield {
          path,
          line,
          wrong: `The comment tells history: "${told}".`,
          mend: "Say what holds and why; what was belongs in the commit message or in docs/decisions.",
        };
      }
    }
  },
  breach: {
    "packages/planted/src/planted.ts": "// Previously this was a string.\nexport const planted = 42;\n",
  },
};
