import { type Claim, claimsOf } from "../../../claim.ts";

const claim = claimsOf("operator.adjustPositions");
const date = "2026-11-16";

/** The claims of adjustments. They adjust nothing, because an adjustment can't be taken back. */
export const claims: readonly Claim[] = [
  claim("adjustpositions.members-are-checked", {
    title:
      "An adjustment without a date or a reason, or with a factor or a dividend of 0, is a 400 that names it.",
    rows: [
      { json: { reason: "x" }, refused: "date" },
      { json: { date: "16/11/2026", reason: "x" }, refused: "date" },
      { json: { date }, refused: "reason" },
      {
        json: { date, reason: "x", factor: { numerator: 0, denominator: 1 } },
        refused: "factor.numerator",
      },
      { json: { date, reason: "x", dividendAmount: 0 }, refused: "dividendAmount" },
      { json: { date, reason: "x", rights: { quantity: 1 } }, refused: "rights.paidAmount" },
    ],
  }),
  claim("adjustpositions.unlisted-is-404", {
    title: "An adjustment of a symbol that is not listed is a 404.",
    at: { symbol: "ZZQQXX" },
    json: { date, dividendAmount: 1, reason: "a claim" },
    notFound: true,
  }),
];
