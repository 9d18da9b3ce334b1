import { type Claim, claimsOf } from "../../../claim.ts";
import { expectSame } from "../../../expect.ts";
import { expectChanged } from "../desk.ts";
import { keepingRates, readRates, removeRates, setRates, someRates } from "../rates.ts";

const claim = claimsOf("operator.removeRates");

/** The claims of rates that operators remove. */
export const claims: readonly Claim[] = [
  claim("removerates.are-gone", {
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
  claim("removerates.members-are-checked", {
    title: "A removal without a reason, or of another level, is a 400 that names the member.",
    rows: [
      { json: { level: "symbol", name: "{symbol}" }, refused: "reason" },
      { json: { level: "all", name: "{symbol}", reason: "x" }, refused: "level" },
      { json: { level: "symbol", name: "", reason: "x" }, refused: "name" },
    ],
  }),
];
