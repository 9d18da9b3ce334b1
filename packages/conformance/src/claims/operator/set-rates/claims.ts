import { type Claim, claimsOf } from "../../../claim.ts";
import { expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { auditedValueOf, change, expectChanged, readEntries } from "../desk.ts";
import { keepingRates, ratesAddress, readRates, setRates, someRates } from "../rates.ts";

const claim = claimsOf("operator.setRates");

/** The claims of rates that operators set. */
export const claims: readonly Claim[] = [
  claim({
    id: "setrates.leaves-who-and-why",
    title: "Rates that were set are listed, and their entry says who set them, why, and both values.",
    needs: ["operator", "symbol", "makeKey"],
    prove: async (ask, { operator: { token }, symbol, makeKey }) => {
      await keepingRates(ask, token, symbol, async (before) => {
        const reason = `Decision ${makeKey()}`;
        const { answer, body } = await setRates(ask, token, symbol, { ...someRates, reason });
        const [touched, called, ended] = ["positionCount", "calledCount", "endedCount"].map((name) =>
          Number(body[name]),
        );
        expectThat(
          answer,
          Number(touched) >= Number(called) + Number(ended),
          "no more calls opened and ended than positions touched",
        );
        const { changedAt: _, warnings, ...listed } = (await readRates(ask, token, symbol)) ?? {};
        const expectedRates = { level: "symbol", name: symbol, ...someRates, isLendingEnded: false };
        expectSame(answer, "the rates", listed, expectedRates);
        expectSame(answer, "warnings", warnings, body["warnings"]);
        const read = await readEntries(ask, token, "rates", "limit=1");
        expectSame(read.answer, "reason", read.entries[0]?.["reason"], reason);
        const { before: from, after } = auditedValueOf(read.entries[0], "marginRatio");
        const expected = [before?.["marginRatio"] ?? null, someRates.marginRatio];
        expectSame(read.answer, "both ratios", [from, after], expected);
      });
    },
  }),
  claim({
    id: "setrates.repeat-changes-nothing",
    title: "The same rates under the same key are answered alike, and set once; another body is a 400.",
    needs: ["operator", "symbol", "makeKey"],
    prove: async (ask, { operator: { token }, symbol, makeKey }) => {
      await keepingRates(ask, token, symbol, async () => {
        const key = makeKey();
        const json = {
          level: "symbol",
          name: symbol,
          ...someRates,
          confirm: true,
          reason: `Decision ${key}`,
        };
        const first = await change(ask, "PATCH", ratesAddress, { token, json, key });
        expectChanged(first);
        const repeated = await change(ask, "PATCH", ratesAddress, { token, json, key });
        expectSame(repeated, "the body", repeated.text, first.text);
        const { answer, entries } = await readEntries(ask, token, "rates", "limit=5");
        expectSame(answer, "entries", entries.filter(({ reason }) => reason === json.reason).length, 1);
        const other = { ...json, marginRatio: 0.7 };
        expectRefusal(
          await change(ask, "PATCH", ratesAddress, { token, json: other, key }),
          "Idempotency-Key",
        );
      });
    },
  }),
  claim({
    id: "setrates.lending-ends-until-it-begins",
    title: "Lending that has ended on a symbol stays ended with new rates, until they say otherwise.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      await keepingRates(ask, token, symbol, async () => {
        await setRates(ask, token, symbol, { ...someRates, isLendingEnded: true });
        const json = { level: "symbol", name: symbol, ...someRates, confirm: true, reason: "a claim" };
        const answer = await change(ask, "PATCH", ratesAddress, { token, json });
        expectChanged(answer);
        const isEnded = async () => (await readRates(ask, token, symbol))?.["isLendingEnded"];
        expectSame(answer, "whether lending has ended", await isEnded(), true);
        await setRates(ask, token, symbol, someRates);
        expectSame(answer, "whether lending has ended afterwards", await isEnded(), false);
      });
    },
  }),
  claim({
    id: "setrates.unlisted-and-disordered-are-refused",
    title: "Rates of what is not listed, and rates out of order, are refused with a code and change nothing.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      const before = await readRates(ask, token, symbol);
      for (const [members, code] of [
        [{ name: "ZZQQXX" }, "not_listed"],
        [{ level: "group" }, "not_listed"],
        [{ marginCallRate: 0.7 }, "rates_not_valid"],
      ] as const) {
        const json = { level: "symbol", name: symbol, ...someRates, reason: "a claim", ...members };
        const answer = await change(ask, "PATCH", ratesAddress, { token, json });
        expectChanged(answer, code);
        expectSame(answer, "the rates", await readRates(ask, token, symbol), before);
      }
    },
  }),
  claim({
    id: "setrates.members-are-checked",
    title:
      "Rates without a reason, above 1, with seven decimals or of another level are a 400 that names it.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      for (const [members, field] of [
        [{ reason: "" }, "reason"],
        [{ marginRatio: 1.1 }, "marginRatio"],
        [{ marginCallRate: 0.1234567 }, "marginCallRate"],
        [{ level: "all" }, "level"],
      ] as const) {
        const json = { level: "symbol", name: symbol, ...someRates, reason: "a claim", ...members };
        expectRefusal(await change(ask, "PATCH", ratesAddress, { token, json }), field);
      }
    },
  }),
];
