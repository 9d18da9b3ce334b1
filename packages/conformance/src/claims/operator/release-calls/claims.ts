import { type Claim, claimsOf } from "../../../claim.ts";

const claim = claimsOf("operator.releaseCalls");

/** The claims of releases. They release nothing, because calls may be held back for a reason. */
export const claims: readonly Claim[] = [
  claim("releasecalls.needs-a-reason", {
    title: "A release without a reason is a 400 that names it, and one of a symbol that is not listed a 404.",
    rows: [
      { json: {}, refused: "reason" },
      { at: { symbol: "ZZQQXX" }, json: { reason: "a claim" }, notFound: true },
    ],
  }),
];
