import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";
import { scope } from "../house/places.ts";
import { importsOf } from "../source/imports-of.ts";

const judging = `${scope}synthetic-cards/judging`;
const mayJudge = /^(bench|tools\/synthetic-cards)\//;

/** Whoever has seen the cards that a reader is judged by has tuned it with them. */
export const judgingCardsStayUnseen: Check = {
  name: "judging-cards-stay-unseen",
  rule: "Cards that readers are judged by are asked for by the bench alone, in tests too.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      if (mayJudge.test(path)) continue;
      for (const { specifier, line } of importsOf(tree.module(path))) {
        const isJudging = specifier === judging || /synthetic-cards\/src\/judging(\/|$)/.test(specifier);
        if (!isJudging) continue;
        yield {
          path,
          line,
          wrong: `\`${specifier}\` is asked for outside of the bench.`,
          mend: `Take cards of \`makeCard\` from \`${scope}synthetic-cards\`.`,
        };
      }
    }
  },
  breach: {
    "packages/planted/src/planted.test.ts": `import { makeJudgingCard } from "${judging}";\n\nit("The planted reader is tuned with what it is judged by", () => {\n  expect(makeJudgingCard).toBeDefined();\n});\n`,
  },
};
