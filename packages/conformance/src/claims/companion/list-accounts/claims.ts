import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectOk, expectSame, expectThat } from "../../../expect.ts";
import { rowsOf } from "../../../fields.ts";
import { accountAddress, accountsAddress } from "../addresses.ts";

const claim = claimsOf("companion.listAccounts");

/** The claims of the list of accounts. */
export const claims: readonly Claim[] = [
  claim("accounts.own-ones-listed-in-order", {
    title: "The accounts of the user are listed, each once and in order, and those of others are not.",
    needs: ["position", "otherPosition"],
    check: ({ accounts }, answer, { position, otherPosition }) => {
      const ids = rowsOf(accounts).map(({ accountId }) => String(accountId));
      expectSame(answer, "the accounts", ids, [...new Set(ids)].sort());
      expectThat(answer, ids.includes(position.accountId), `the account ${position.accountId}`);
      expectThat(answer, !ids.includes(otherPosition.accountId), "no account of another user");
    },
  }),
  claim("accounts.list-agrees-with-each-account", {
    title: "What the list says of an account's equity and positions, the account itself says too.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      const listed = rowsOf(expectBody(await ask("GET", accountsAddress, { token }))["accounts"]);
      for (const { accountId, totalEquity, positionCount } of listed.slice(0, 3)) {
        const answer = await ask("GET", accountAddress(String(accountId)), { token });
        const account = expectOk(answer);
        expectSame(answer, "totalEquity", account["totalEquity"], totalEquity);
        expectSame(answer, "positionCount", account["positionCount"], positionCount);
      }
    },
  }),
];
