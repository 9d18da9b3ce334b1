import { type Claim, claimsOf } from "../../../claim.ts";
import { expectOk, expectSame, expectThat } from "../../../expect.ts";
import { type Fields, rowsOf } from "../../../fields.ts";
import { coverSuccessfully } from "../../specified/set-covered-margin-call/cover.ts";
import { absentAccountId, accountAddress } from "../addresses.ts";

const claim = claimsOf("companion.getAccount", { at: { accountId: "{position.accountId}" } });

/** The claims of an account. */
export const claims: readonly Claim[] = [
  claim("account.figures-add-up", {
    title: "The positions add up to the account: count, open calls, outstanding, and margin with covers.",
    check: (account, answer) => {
      const positions = rowsOf(account["positions"]);
      expectSame(answer, "positionCount", account["positionCount"], positions.length);
      const called = positions.filter(({ calledSince }) => calledSince !== null);
      expectSame(answer, "openCallCount", account["openCallCount"], called.length);
      expectSame(answer, "outstanding", account["outstanding"], sumOf(positions, "outstanding"));
      // Each requirement is rounded up to a whole VND.
      const required = positions.map((each) => Number(each["marginRatio"]) * Number(each["marketValue"]));
      const margin = required.reduce((sum, each) => sum + each, 0) + sumOf(positions, "covered");
      const difference = Number(account["maintenanceMargin"]) - margin;
      const isClose = difference > -1 && difference < positions.length + 1;
      expectThat(answer, isClose, `maintenanceMargin close to ${margin}`);
    },
  }),
  claim("account.amount-needed-ends-the-call", {
    title: "Covering `amountNeeded` leaves nothing outstanding and the position below neither rate.",
    needs: ["user", "called"],
    prove: async (ask, { user: { token }, called }) => {
      await coverSuccessfully(ask, { token, position: called }, called.needed);
      const answer = await ask("GET", accountAddress(called.accountId), { token });
      const positions = rowsOf(expectOk(answer)["positions"]);
      const { amountNeeded, covered, outstanding, state } =
        positions.find(({ symbol }) => symbol === called.symbol) ?? {};
      const figures = { amountNeeded, covered, outstanding, state };
      const ended = { outstanding: 0, state: "healthy" };
      const expected = { amountNeeded: called.needed, covered: called.needed, ...ended };
      expectSame(answer, `the position in ${called.symbol}`, figures, expected);
    },
  }),
  claim("account.call-price-is-past-the-price", {
    title:
      "The price at which a position that is not called would be called lies beyond its price, on the side of a loss.",
    check: ({ positions }, answer) => {
      for (const { outstanding, callPrice, price, quantity, symbol } of rowsOf(positions)) {
        if (callPrice === null || Number(outstanding) > 0) continue;
        const isPast =
          Number(quantity) > 0 ? Number(callPrice) < Number(price) : Number(callPrice) > Number(price);
        expectThat(answer, isPast, `a callPrice of ${String(symbol)} beyond its price`);
      }
    },
  }),
  claim("account.foreign-account-like-absent-one", {
    title: "An account of another user is answered like one that does not exist.",
    notFound: true,
    sameAs: 0,
    rows: [{ at: { accountId: absentAccountId } }, { at: { accountId: "{otherPosition.accountId}" } }],
  }),
];

function sumOf(positions: readonly Fields[], name: string): number {
  return positions.reduce((sum, each) => sum + Number(each[name]), 0);
}
