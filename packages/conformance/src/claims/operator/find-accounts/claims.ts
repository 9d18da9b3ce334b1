import { type Claim, claimsOf } from "../../../claim.ts";
import { expectOk, expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { accountAddress } from "../../companion/addresses.ts";
import { deskAddress, readRows } from "../desk.ts";

const claim = claimsOf("operator.findAccounts");
const address = `${deskAddress}/accounts`;

/** The claims of the search for accounts. */
export const claims: readonly Claim[] = [
  claim({
    id: "found.begin-with-the-term",
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
        expectThat(
          answer,
          rows.every((row) => begins(row["accountId"]) || begins(row["userId"])),
          `accounts or users that begin with ${term}`,
        );
      }
    },
  }),
  claim({
    id: "found.figures-are-those-of-the-account",
    title: "An account that is found has the figures that its owner sees.",
    needs: ["viewer", "position"],
    prove: async (ask, { viewer: { token }, position: { accountId } }) => {
      const { answer, rows } = await readRows(
        ask,
        token,
        `${address}?query=${accountId}&limit=1`,
        "accounts",
      );
      const account = await ask("GET", accountAddress(accountId), { token });
      const { positions: _, ...summary } = expectOk(account);
      const { userId: __, ...found } = rows[0] ?? {};
      for (const [name, value] of Object.entries(summary)) expectSame(answer, name, found[name], value);
    },
  }),
  claim({
    id: "found.parameters-are-checked",
    title: "An empty or long term and a limit out of range are a 400 that names them.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      expectRefusal(await ask("GET", `${address}?query=`, { token }), "query");
      expectRefusal(await ask("GET", `${address}?query=${"x".repeat(65)}`, { token }), "query");
      expectRefusal(await ask("GET", `${address}?limit=501`, { token }), "limit");
    },
  }),
];
