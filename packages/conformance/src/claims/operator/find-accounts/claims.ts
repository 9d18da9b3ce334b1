import { type Claim, claimsOf, refusing } from "../../../claim.ts";
import { expectOk, expectSame, expectThat } from "../../../expect.ts";
import { accountAddress } from "../../companion/addresses.ts";
import { deskAddress, readRows } from "../desk.ts";

const claim = claimsOf("operator.findAccounts");
const address = `${deskAddress}/accounts`;

/** The claims of the search for accounts. */
export const claims: readonly Claim[] = [
  claim("found.begin-with-the-term", {
    title:
      "Accounts whose name or user begins with the term come ordered by name, capitals and small letters alike.",
    needs: ["viewer", "position"],
    prove: async (ask, { viewer: { token }, position: { accountId } }) => {
      for (const term of [accountId, accountId.toLowerCase(), accountId.slice(0, 3)]) {
        const path = `${address}?limit=500&query=${encodeURIComponent(term)}`;
        const { answer, rows } = await readRows(ask, token, path, "accounts");
        const names = rows.map((row) => String(row["accountId"]));
        expectThat(answer, names.includes(accountId), `the account ${accountId}`);
        expectSame(answer, "the order", names, names.toSorted());
        const begins = (text: unknown) => String(text).toLowerCase().startsWith(term.toLowerCase());
        const areFound = rows.every((row) => begins(row["accountId"]) || begins(row["userId"]));
        expectThat(answer, areFound, `accounts or users that begin with ${term}`);
      }
    },
  }),
  claim("found.figures-are-those-of-the-account", {
    title: "An account that is found has the figures that its owner sees.",
    needs: ["viewer", "position"],
    prove: async (ask, { viewer: { token }, position: { accountId } }) => {
      const path = `${address}?query=${accountId}&limit=1`;
      const { answer, rows } = await readRows(ask, token, path, "accounts");
      const account = await ask("GET", accountAddress(accountId), { token });
      const { positions: _, ...summary } = expectOk(account);
      for (const [name, value] of Object.entries(summary)) expectSame(answer, name, rows[0]?.[name], value);
    },
  }),
  claim("found.parameters-are-checked", {
    title: "An empty or long term and a limit out of range are a 400 that names them.",
    rows: refusing("query=", `query=${"x".repeat(65)}`, "limit=501"),
  }),
];
