import { type Claim, claimsOf } from "../../../claim.ts";
import { expectNotFound, expectRefusal } from "../../../expect.ts";
import { change } from "../desk.ts";
import { instrumentsAddress } from "../instruments.ts";

const claim = claimsOf("operator.releaseCalls");

/** The claims of releases. They release nothing, because calls may be held back for a reason. */
export const claims: readonly Claim[] = [
  claim({
    id: "releasecalls.needs-a-reason",
    title: "A release without a reason is a 400 that names it, and one of a symbol that is not listed a 404.",
    needs: ["operator", "symbol"],
    prove: async (ask, { operator: { token }, symbol }) => {
      const address = (each: string) => `${instrumentsAddress}/${each}/release`;
      expectRefusal(await change(ask, "POST", address(symbol), { token, json: {} }), "reason");
      const json = { reason: "a claim" };
      expectNotFound(await change(ask, "POST", address("ZZQQXX"), { token, json }));
    },
  }),
];
