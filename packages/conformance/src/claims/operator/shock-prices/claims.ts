import type { Answer, Ask } from "../../../ask.ts";
import { type Fields, fieldsOf, rowsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectOk, expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { deskAddress, readRows } from "../desk.ts";

const claim = claimsOf("operator.shockPrices");
const address = `${deskAddress}/shock`;

/** The claims of shocks. */
export const claims: readonly Claim[] = [
  claim({
    id: "shock.of-nothing-changes-nothing",
    title: "A shock by 0 percent moves no price, and what would be is what is.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const { answer, body } = await shock(ask, token, { percents: [{ scope: "all", percent: 0 }] });
      expectSame(answer, "movedCount", body["movedCount"], 0);
      expectSame(answer, "after", body["after"], body["before"]);
    },
  }),
  claim({
    id: "shock.figures-add-up",
    title:
      "Every position that is not being closed is in the histogram once, before and after; the accounts that need most come first.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const { answer, body } = await shock(ask, token, { percents: [{ scope: "all", percent: -7 }] });
      const bins = rowsOf(body["histogram"]);
      const sumOf = (name: string): number => bins.reduce((sum, bin) => sum + Number(bin[name]), 0);
      expectSame(answer, "the sums of the histogram", sumOf("currentCount"), sumOf("movedCount"));
      expectThat(answer, sumOf("currentCount") <= Number(body["positionCount"]), "at most every position");
      const worst = rowsOf(body["worst"]);
      const missing = worst.map((row) => Number(row["outstandingAfter"]));
      expectSame(
        answer,
        "the order of the worst",
        missing,
        missing.toSorted((one, other) => other - one),
      );
      const { outstanding } = fieldsOf(body["after"]);
      const sum = missing.reduce((before, each) => before + each, 0);
      if (worst.length < 50) expectSame(answer, "outstanding of the worst", sum, outstanding);
    },
  }),
  claim({
    id: "shock.most-particular-row-wins",
    title: "The row of a symbol wins over that of all.",
    needs: ["viewer", "symbol"],
    prove: async (ask, { viewer: { token }, symbol }) => {
      const all = { scope: "all", percent: -7 };
      const alone = await shock(ask, token, { percents: [all] });
      const stays = await shock(ask, token, {
        percents: [all, { scope: "symbol", name: symbol, percent: 0 }],
      });
      const moved = Number(alone.body["movedCount"]) - Number(stays.body["movedCount"]);
      const { rows } = await readRows(ask, token, `${deskAddress}/calls?limit=500&symbol=${symbol}`, "calls");
      expectThat(stays.answer, moved >= rows.length, `${rows.length} positions or more that stay`);
    },
  }),
  claim({
    id: "shock.rows-are-checked",
    title: "No row, two rows for one thing, and a name or price that is none are a 400 that names the row.",
    needs: ["viewer", "symbol"],
    prove: async (ask, { viewer: { token }, symbol }) => {
      const all = { scope: "all", percent: 1 };
      for (const [json, field] of [
        [{}, "percents"],
        [{ percents: [all, all] }, "percents.1"],
        [{ percents: [all, { scope: "symbol", name: "ZZQQXX", percent: 1 }] }, "percents.1"],
        [{ percents: [{ scope: "exchange", name: "NYSE", percent: 1 }] }, "percents.0"],
        [{ percents: [{ scope: "all", percent: -100 }] }, "percents.0.percent"],
        [{ percents: [all], prices: [{ symbol: "ZZQQXX", price: 1_000 }] }, "prices.0"],
        [{ prices: [{ symbol, price: 10_000.5 }] }, "prices.0"],
      ] as const) {
        expectRefusal(await ask("POST", address, { token, json }), field);
      }
    },
  }),
];

async function shock(
  ask: Ask,
  token: string,
  json: object,
): Promise<{ readonly answer: Answer; readonly body: Fields }> {
  const answer = await ask("POST", address, { token, json });
  return { answer, body: expectOk(answer) };
}
