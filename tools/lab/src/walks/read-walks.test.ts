import { expect, it } from "vitest";
import { compareWalk, readWalks } from "./read-walks.ts";

it("reads the files of each walk from the section's table", () => {
  const page = `## From above
| a | \`http/no.ts\` | | | |

## Four walks

A request enters \`http/text.ts\`.

| | Search | Cover | Card | Price |
|---|---|---|---|---|
| checks | \`http/operation.ts\`, \`contract/text.ts\` | the same | \`http/operation.ts\` | |
| decides | | \`margin/decide-cover.ts\` | | \`http/late.ts\` |

## Next
| a | \`http/no.ts\` | | | |
`;
  expect(readWalks(page, ["contract", "margin"])).toEqual({
    search: ["apps/server/src/http/operation.ts", "packages/contract/src/text.ts"],
    cover: [
      "apps/server/src/http/operation.ts",
      "packages/contract/src/text.ts",
      "packages/margin/src/decide-cover.ts",
    ],
    card: ["apps/server/src/http/operation.ts"],
    price: ["apps/server/src/http/late.ts"],
  });
});

it("names files that only the walk or only the page has, and a walk that is too long", () => {
  const entered = new Set(["a.ts", "b.ts"]);
  expect(compareWalk("card", { entered, shown: ["b.ts", "c.ts"], countMax: 1 })).toEqual([
    "the card enters a.ts, which the page does not show",
    "the page shows c.ts, which the card does not enter",
    "the card enters 2 files; at most 1 are allowed",
  ]);
  expect(compareWalk("card", { entered, shown: ["b.ts", "a.ts"], countMax: 2 })).toEqual([]);
});
