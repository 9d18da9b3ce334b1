import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { judgingCardsStayUnseen } from "./judging-cards-stay-unseen.ts";

test("Cards for judging are refused in a package, its tests and by a path", () => {
  const files = {
    "packages/id-card/src/read.test.ts":
      "import { makeJudgingCard } from '@trading-oms/synthetic-cards/judging';",
    "apps/oms/src/read.ts": "import('../../../tools/synthetic-cards/src/judging/index.ts');",
  };
  expect(findIn(judgingCardsStayUnseen, files)).toEqual([
    "apps/oms/src/read.ts:1: `../../../tools/synthetic-cards/src/judging/index.ts` is asked for outside of the bench. Mend: Take cards of `makeCard` from `@trading-oms/synthetic-cards`. [judging-cards-stay-unseen]",
    "packages/id-card/src/read.test.ts:1: `@trading-oms/synthetic-cards/judging` is asked for outside of the bench. Mend: Take cards of `makeCard` from `@trading-oms/synthetic-cards`. [judging-cards-stay-unseen]",
  ]);
});

test("The bench may judge, and anybody may tune", () => {
  const files = {
    "bench/src/id-card/write-cards.ts":
      "import { makeJudgingCard } from '@trading-oms/synthetic-cards/judging';",
    "packages/id-card/src/read.test.ts": "import { makeCard } from '@trading-oms/synthetic-cards';",
  };
  expect(findIn(judgingCardsStayUnseen, files)).toEqual([]);
});
