import type { Answer, Ask } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectAscending, expectOk, expectSame, expectThat } from "../../../expect.ts";
import { type Fields, fieldsOf, rowsOf } from "../../../fields.ts";
import { deskAddress, readRows } from "../desk.ts";

const claim = claimsOf("operator.shockPrices");
const all = { scope: "all", percent: -7 };

/** The claims of shocks. */
export const claims: readonly Claim[] = [
  claim("shock.of-nothing-changes-nothing", {
    title: "A shock by 0 percent moves no price, and what would be is what is.",
    json: { percents: [{ scope: "all", percent: 0 }] },
    body: { movedCount: 0 },
    check: ({ before, after }, answer) => expectSame(answer, "after", after, before),
  }),
  claim("shock.figures-add-up", {
    title:
      "Every position that is not being closed is in the histogram once, before and after; the accounts that need most come first.",
    json: { percents: [all] },
    check: (body, answer) => {
      const bins = rowsOf(body["histogram"]);
      const sumOf = (name: string): number => bins.reduce((sum, bin) => sum + Number(bin[name]), 0);
      expectSame(answer, "the sums of the histogram", sumOf("currentCount"), sumOf("movedCount"));
      expectThat(answer, sumOf("currentCount") <= Number(body["positionCount"]), "at most every position");
      const worst = rowsOf(body["worst"]);
      const missing = worst.map((row) => Number(row["outstandingAfter"]));
      expectAscending(answer, "the order of the worst", missing.toReversed());
      const { outstanding } = fieldsOf(body["after"]);
      const sum = missing.reduce((before, each) => before + each, 0);
      if (worst.length < 50) expectSame(answer, "outstanding of the worst", sum, outstanding);
    },
  }),
  claim("shock.most-particular-row-wins", {
    title: "The row of a symbol wins over that of all.",
    needs: ["viewer", "symbol"],
    prove: async (ask, { viewer: { token }, symbol }) => {
      const alone = await shock(ask, token, { percents: [all] });
      const stays = await shock(ask, token, {
        percents: [all, { scope: "symbol", name: symbol, percent: 0 }],
      });
      const moved = Number(alone.body["movedCount"]) - Number(stays.body["movedCount"]);
      const { rows } = await readRows(ask, token, `${deskAddress}/calls?limit=500&symbol=${symbol}`, "calls");
      expectThat(stays.answer, moved >= rows.length, `${rows.length} positions or more that stay`);
    },
  }),
  claim("shock.rows-are-checked", {
    title: "No row, two rows for one thing, and a name or price that is none are a 400 that names the row.",
    rows: [
      { json: {}, refused: "percents" },
      { json: { percents: [all, all] }, refused: "percents.1" },
      {
        json: { percents: [all, { scope: "symbol", name: "ZZQQXX", percent: 1 }] },
        refused: "percents.1",
      },
      { json: { percents: [{ scope: "exchange", name: "NYSE", percent: 1 }] }, refused: "percents.0" },
      { json: { percents: [{ scope: "all", percent: -100 }] }, refused: "percents.0.percent" },
      { json: { percents: [all], prices: [{ symbol: "ZZQQXX", price: 1_000 }] }, refused: "prices.0" },
      { json: { prices: [{ symbol: "{symbol}", price: 10_000.5 }] }, refused: "prices.0" },
    ],
  }),
];

async function shock(
  ask: Ask,
  token: string,
  json: object,
): Promise<{ readonly answer: Answer; readonly body: Fields }> {
  const answer = await ask("POST", `${deskAddress}/shock`, { token, json });
  return { answer, body: expectOk(answer) };
}
