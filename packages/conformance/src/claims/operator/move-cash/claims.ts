import { type Claim, claimsOf } from "../../../claim.ts";
import { expectNotFound, expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { absentAccount, auditedValueOf, change, deskAddress, expectChanged, readEntries } from "../desk.ts";

const claim = claimsOf("operator.moveCash");

/** The claims of cash that operators move. */
export const claims: readonly Claim[] = [
  claim({
    id: "cash.moves-once-under-its-key",
    title: "A deposit is made once under its key, adds its amount to the equity, and its entry says why.",
    needs: ["operator", "position", "makeKey"],
    prove: async (ask, { operator: { token }, position: { accountId }, makeKey }) => {
      const key = makeKey();
      const json = { kind: "deposit", amount: 1_000, reason: `Receipt ${key}` };
      const answer = await change(ask, "POST", cashAddress(accountId), { token, json, key });
      const { movementId, totalEquity } = expectChanged(answer);
      const repeated = await change(ask, "POST", cashAddress(accountId), { token, json, key });
      expectSame(repeated, "the body", repeated.text, answer.text);
      const read = await readEntries(ask, token, accountId, "kind=cash&limit=5");
      const entries = read.entries.filter(({ reason }) => reason === json.reason);
      expectSame(read.answer, "entries", entries.length, 1);
      expectSame(read.answer, "requestId", entries[0]?.["requestId"], movementId);
      const { before, after } = auditedValueOf(entries[0], "equity");
      expectSame(read.answer, "the equity", [Number(before) + json.amount, after], [after, totalEquity]);
    },
  }),
  claim({
    id: "cash.refusal-has-a-code",
    title: "A withdrawal above the trading power is refused with a code and a message, and moves nothing.",
    needs: ["operator", "position"],
    prove: async (ask, { operator: { token }, position: { accountId } }) => {
      const json = { kind: "withdrawal", amount: 9_007_199_254_740_991, reason: "all of it" };
      const answer = await change(ask, "POST", cashAddress(accountId), { token, json });
      const { movementId, message } = expectChanged(answer, "above_trading_power");
      expectSame(answer, "movementId", movementId, null);
      expectThat(answer, /\d/.test(String(message)), "a message with figures");
    },
  }),
  claim({
    id: "cash.members-are-checked",
    title: "A movement without a reason, of nothing or of another kind is a 400 that names the member.",
    needs: ["operator", "position"],
    prove: async (ask, { operator: { token }, position: { accountId } }) => {
      for (const [json, field] of [
        [{ kind: "deposit", amount: 1 }, "reason"],
        [{ kind: "deposit", amount: 0, reason: "x" }, "amount"],
        [{ kind: "transfer", amount: 1, reason: "x" }, "kind"],
      ] as const) {
        expectRefusal(await change(ask, "POST", cashAddress(accountId), { token, json }), field);
      }
    },
  }),
  claim({
    id: "cash.absent-account-is-404",
    title: "A movement of an account that does not exist is a 404.",
    needs: ["operator"],
    prove: async (ask, { operator: { token } }) => {
      const json = { kind: "deposit", amount: 1, reason: "x" };
      expectNotFound(await change(ask, "POST", cashAddress(absentAccount), { token, json }));
    },
  }),
];

function cashAddress(accountId: string): string {
  return `${deskAddress}/accounts/${accountId}/cash`;
}
