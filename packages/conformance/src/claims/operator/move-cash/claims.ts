import { type Claim, claimsOf } from "../../../claim.ts";
import { expectSame, expectThat } from "../../../expect.ts";
import {
  absentAccount,
  auditedValueOf,
  changeTwice,
  deskAddress,
  expectChanged,
  readEntered,
} from "../desk.ts";

const claim = claimsOf("operator.moveCash", { at: { accountId: "{position.accountId}" } });

/** The claims of cash that operators move. */
export const claims: readonly Claim[] = [
  claim("cash.moves-once-under-its-key", {
    title: "A deposit is made once under its key, adds its amount to the equity, and its entry says why.",
    needs: ["operator", "position", "makeKey"],
    prove: async (ask, { operator: { token }, position: { accountId }, makeKey }) => {
      const key = makeKey();
      const json = { kind: "deposit", amount: 1_000, reason: `Receipt ${key}` };
      const path = `${deskAddress}/accounts/${accountId}/cash`;
      const moved = expectChanged(await changeTwice(ask, "POST", path, { token, json, key }));
      const page = [accountId, "kind=cash&limit=5"] as const;
      const { answer, entry } = await readEntered(ask, token, page, json.reason);
      expectSame(answer, "requestId", entry["requestId"], moved["movementId"]);
      const { before, after } = auditedValueOf(entry, "equity");
      const equities = [after, moved["totalEquity"]];
      expectSame(answer, "the equity", [Number(before) + json.amount, after], equities);
    },
  }),
  claim("cash.refusal-has-a-code", {
    title: "A withdrawal above the trading power is refused with a code and a message, and moves nothing.",
    json: { kind: "withdrawal", amount: 9_007_199_254_740_991, reason: "all of it" },
    body: { status: "failed", code: "above_trading_power", movementId: null },
    check: ({ message }, answer) => expectThat(answer, /\d/.test(String(message)), "a message with figures"),
  }),
  claim("cash.members-are-checked", {
    title: "A movement without a reason, of nothing or of another kind is a 400 that names the member.",
    rows: [
      { json: { kind: "deposit", amount: 1 }, refused: "reason" },
      { json: { kind: "deposit", amount: 0, reason: "x" }, refused: "amount" },
      { json: { kind: "transfer", amount: 1, reason: "x" }, refused: "kind" },
    ],
  }),
  claim("cash.absent-account-is-404", {
    title: "A movement of an account that does not exist is a 404.",
    at: { accountId: absentAccount },
    json: { kind: "deposit", amount: 1, reason: "x" },
    notFound: true,
  }),
];
