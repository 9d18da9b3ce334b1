import { type Claim, claimsOf } from "../../../claim.ts";
import { expectRefusal, expectSame } from "../../../expect.ts";
import { change, expectChanged } from "../desk.ts";
import { keepingRates, ratesAddress, readRates, removeRates, setRates, someRates } from "../rates.ts";

const claim = claimsOf("operator.removeRates");

/** The claims of rates that operators remove. */
export const claims: readonly Claim[] = [
  claim({
    id: "removerates.are-gone",
    title: "Rates that were removed are not listed, and removing them again is refused with a code.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      await keepingRates(ask, token, symbol, async () => {
        await setRates(ask, token, symbol, someRates);
        const removed = await removeRates(ask, token, symbol);
        expectChanged(removed);
        expectSame(removed, "the rates", await readRates(ask, token, symbol), undefined);
        expectChanged(await removeRates(ask, token, symbol), "no_rates");
      });
    },
  }),
  claim({
    id: "removerates.members-are-checked",
    title: "A removal without a reason, or of another level, is a 400 that names the member.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      for (const [json, field] of [
        [{ level: "symbol", name: symbol }, "reason"],
        [{ level: "all", name: symbol, reason: "x" }, "level"],
        [{ level: "symbol", name: "", reason: "x" }, "name"],
      ] as const) {
        expectRefusal(await change(ask, "POST", `${ratesAddress}/remove`, { token, json }), field);
      }
    },
  }),
];
