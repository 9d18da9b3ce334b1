import type { Answer } from "../../../ask.ts";
import { type Fields, rowsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectOk, expectSame, expectThat } from "../../../expect.ts";
import { coverSuccessfully } from "../../specified/set-covered-margin-call/cover.ts";
import { absentAccountId, accountAddress, expectAlikeNotFound } from "../addresses.ts";

const claim = claimsOf("companion.getAccount");

/** The claims of an account. */
export const claims: readonly Claim[] = [
  claim({
    id: "account.figures-add-up",
    title: "The positions add up to the account: count, open calls, outstanding, and margin with covers.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId } }) => {
      const answer = await ask("GET", accountAddress(accountId), { token });
      const { account, positions } = readAccount(answer);
      expectSame(answer, "positionCount", account["positionCount"], positions.length);
      const called = positions.filter(({ calledSince }) => calledSince !== null);
      expectSame(answer, "openCallCount", account["openCallCount"], called.length);
      expectSame(answer, "outstanding", account["outstanding"], sumOf(positions, "outstanding"));
      // Each requirement is rounded up to a whole VND.
      const required = positions.map((each) => Number(each["marginRatio"]) * Number(each["marketValue"]));
      const margin = required.reduce((sum, each) => sum + each, 0) + sumOf(positions, "covered");
      const difference = Number(account["maintenanceMargin"]) - margin;
      expectThat(
        answer,
        difference > -1 && difference < positions.length + 1,
        `maintenanceMargin close to ${margin}`,
      );
    },
  }),
  claim({
    id: "account.amount-needed-ends-the-call",
    title: "Covering `amountNeeded` leaves nothing outstanding and the position below neither rate.",
    needs: ["user", "called"],
    prove: async (ask, { user: { token }, called }) => {
      await coverSuccessfully(ask, { token, position: called }, called.needed);
      const answer = await ask("GET", accountAddress(called.accountId), { token });
      const position = positionIn(answer, called.symbol);
      expectSame(answer, "amountNeeded", position["amountNeeded"], called.needed);
      expectSame(answer, "covered", position["covered"], called.needed);
      expectSame(answer, "outstanding", position["outstanding"], 0);
      expectSame(answer, "state", position["state"], "healthy");
    },
  }),
  claim({
    id: "account.call-price-is-past-the-price",
    title:
      "The price at which a position that is not called would be called lies beyond its price, on the side of a loss.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId } }) => {
      const answer = await ask("GET", accountAddress(accountId), { token });
      for (const { outstanding, callPrice, price, quantity, symbol } of readAccount(answer).positions) {
        if (callPrice === null || Number(outstanding) > 0) continue;
        const isPast =
          Number(quantity) > 0 ? Number(callPrice) < Number(price) : Number(callPrice) > Number(price);
        expectThat(answer, isPast, `a callPrice of ${String(symbol)} beyond its price`);
      }
    },
  }),
  claim({
    id: "account.foreign-account-like-absent-one",
    title: "An account of another user is answered like one that does not exist.",
    needs: ["user", "otherPosition"],
    prove: async (ask, { user: { token }, otherPosition }) =>
      expectAlikeNotFound(
        await ask("GET", accountAddress(otherPosition.accountId), { token }),
        await ask("GET", accountAddress(absentAccountId), { token }),
      ),
  }),
];

function readAccount(answer: Answer): { readonly account: Fields; readonly positions: readonly Fields[] } {
  const account = expectOk(answer);
  const { positions } = account;
  return { account, positions: rowsOf(positions) };
}

function positionIn(answer: Answer, symbol: string): Fields {
  const found = readAccount(answer).positions.find((each) => each["symbol"] === symbol);
  expectThat(answer, found !== undefined, `a position in ${symbol}`);
  return found ?? {};
}

function sumOf(positions: readonly Fields[], name: string): number {
  return positions.reduce((sum, each) => sum + Number(each[name]), 0);
}
