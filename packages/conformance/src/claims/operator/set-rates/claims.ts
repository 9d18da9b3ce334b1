import { type Claim, claimsOf } from "../../../claim.ts";
import { expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { auditedValueOf, change, changeTwice, expectChanged, readEntered } from "../desk.ts";
import { keepingRates, ratesAddress, readRates, setRates, someRates } from "../rates.ts";

const claim = claimsOf("operator.setRates");

/** The claims of rates that operators set. */
export const claims: readonly Claim[] = [
  claim("setrates.leaves-who-and-why", {
    title: "Rates that were set are listed, and their entry says who set them, why, and both values.",
    needs: ["operator", "symbol", "makeKey"],
    prove: async (ask, { operator: { token }, symbol, makeKey }) => {
      await keepingRates(ask, token, symbol, async (before) => {
        const reason = `Decision ${makeKey()}`;
        const { answer, body } = await setRates(ask, token, symbol, { ...someRates, reason });
        const { positionCount, calledCount, endedCount } = body;
        const areFew = Number(positionCount) >= Number(calledCount) + Number(endedCount);
        expectThat(answer, areFew, "no more calls opened and ended than positions touched");
        const { changedAt: _, warnings, ...listed } = (await readRates(ask, token, symbol)) ?? {};
        const expectedRates = { level: "symbol", name: symbol, ...someRates, isLendingEnded: false };
        expectSame(answer, "the rates", listed, expectedRates);
        expectSame(answer, "warnings", warnings, body["warnings"]);
        const { answer: page, entry } = await readEntered(ask, token, ["rates", "limit=1"], reason);
        const { before: from, after } = auditedValueOf(entry, "marginRatio");
        const expected = [before?.["marginRatio"] ?? null, someRates.marginRatio];
        expectSame(page, "both ratios", [from, after], expected);
      });
    },
  }),
  claim("setrates.repeat-changes-nothing", {
    title: "The same rates under the same key are answered alike, and set once; another body is a 400.",
    needs: ["operator", "symbol", "makeKey"],
    prove: async (ask, { operator: { token }, symbol, makeKey }) => {
      await keepingRates(ask, token, symbol, async () => {
        const key = makeKey();
        const json = { ...ratesOf(symbol), confirm: true, reason: `Decision ${key}` };
        expectChanged(await changeTwice(ask, "PATCH", ratesAddress, { token, json, key }));
        await readEntered(ask, token, ["rates", "limit=5"], json.reason);
        const other = { ...json, marginRatio: 0.7 };
        const answer = await change(ask, "PATCH", ratesAddress, { token, json: other, key });
        expectRefusal(answer, "Idempotency-Key");
      });
    },
  }),
  claim("setrates.lending-ends-until-it-begins", {
    title: "Lending that has ended on a symbol stays ended with new rates, until they say otherwise.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      await keepingRates(ask, token, symbol, async () => {
        await setRates(ask, token, symbol, { ...someRates, isLendingEnded: true });
        const json = { ...ratesOf(symbol), confirm: true };
        const answer = await change(ask, "PATCH", ratesAddress, { token, json });
        expectChanged(answer);
        const isEnded = async () => (await readRates(ask, token, symbol))?.["isLendingEnded"];
        expectSame(answer, "whether lending has ended", await isEnded(), true);
        await setRates(ask, token, symbol, someRates);
        expectSame(answer, "whether lending has ended afterwards", await isEnded(), false);
      });
    },
  }),
  claim("setrates.unlisted-and-disordered-are-refused", {
    title: "Rates of what is not listed, and rates out of order, are refused with a code and change nothing.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      const before = await readRates(ask, token, symbol);
      for (const [members, code] of [
        [{ name: "ZZQQXX" }, "not_listed"],
        [{ level: "group" }, "not_listed"],
        [{ marginCallRate: 0.7 }, "rates_not_valid"],
      ] as const) {
        const json = { ...ratesOf(symbol), ...members };
        const answer = await change(ask, "PATCH", ratesAddress, { token, json });
        expectChanged(answer, code);
        expectSame(answer, "the rates", await readRates(ask, token, symbol), before);
      }
    },
  }),
  claim("setrates.members-are-checked", {
    title:
      "Rates without a reason, above 1, with seven decimals or of another level are a 400 that names it.",
    rows: [
      { json: { ...ratesOf("{symbol}"), reason: "" }, refused: "reason" },
      { json: { ...ratesOf("{symbol}"), marginRatio: 1.1 }, refused: "marginRatio" },
      { json: { ...ratesOf("{symbol}"), marginCallRate: 0.1234567 }, refused: "marginCallRate" },
      { json: { ...ratesOf("{symbol}"), level: "all" }, refused: "level" },
    ],
  }),
];

/** Rates of a symbol that are in order. */
function ratesOf(name: string) {
  return { level: "symbol", name, ...someRates, reason: "a claim" };
}
