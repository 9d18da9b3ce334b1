import { type Claim, claimsOf } from "../../../claim.ts";
import { expectNotFound, expectRefusal } from "../../../expect.ts";
import { change } from "../desk.ts";
import { instrumentsAddress } from "../instruments.ts";

const claim = claimsOf("operator.adjustPositions");

/** The claims of adjustments. They adjust nothing, because an adjustment can't be taken back. */
export const claims: readonly Claim[] = [
  claim({
    id: "adjustpositions.members-are-checked",
    title:
      "An adjustment without a date or a reason, or with a factor or a dividend of 0, is a 400 that names it.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      const date = "2026-11-16";
      for (const [json, field] of [
        [{ reason: "x" }, "date"],
        [{ date: "16/11/2026", reason: "x" }, "date"],
        [{ date }, "reason"],
        [{ date, reason: "x", factor: { numerator: 0, denominator: 1 } }, "factor.numerator"],
        [{ date, reason: "x", dividendAmount: 0 }, "dividendAmount"],
        [{ date, reason: "x", rights: { quantity: 1 } }, "rights.paidAmount"],
      ] as const) {
        expectRefusal(await change(ask, "POST", addressOf(symbol), { token, json }), field);
      }
    },
  }),
  claim({
    id: "adjustpositions.unlisted-is-404",
    title: "An adjustment of a symbol that is not listed is a 404.",
    needs: ["operator"],
    prove: async (ask, { operator: { token } }) => {
      const json = { date: "2026-11-16", dividendAmount: 1, reason: "a claim" };
      expectNotFound(await change(ask, "POST", addressOf("ZZQQXX"), { token, json }));
    },
  }),
];

function addressOf(symbol: string): string {
  return `${instrumentsAddress}/${symbol}/adjustments`;
}
