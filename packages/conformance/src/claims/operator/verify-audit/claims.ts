import { type Claim, claimsOf } from "../../../claim.ts";
import { expectOk, expectSame, expectThat } from "../../../expect.ts";
import { absentAccount, auditAddress, readEntries } from "../desk.ts";

const claim = claimsOf("operator.verifyAudit");

/** The claims of verifying audit chains. */
export const claims: readonly Claim[] = [
  claim("verify.chains-are-whole", {
    title:
      "The chains of the accounts of the plan and the reserved ones are whole, with every entry counted.",
    needs: ["viewer", "operator", "position", "called"],
    prove: async (ask, { viewer: { token }, position, called }) => {
      for (const chain of [position.accountId, called.accountId, "prices", "rates", "catalog"]) {
        const { rows } = await readEntries(ask, token, chain, "limit=1");
        const answer = await ask("POST", `${auditAddress(chain)}/verify`, { token });
        const { isWhole, count, place, problem } = expectOk(answer);
        expectSame(answer, "the verdict", [isWhole, place, problem], [true, null, null]);
        expectThat(answer, Number(count) >= Number(rows[0]?.["place"] ?? 0), "every entry counted");
      }
    },
  }),
  claim("verify.absent-chain-is-404", {
    title: "The chain of an account that does not exist is a 404.",
    needs: ["operator"],
    at: { chain: absentAccount },
    notFound: true,
  }),
];
