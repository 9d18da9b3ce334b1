import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { coverAddress } from "../../address.ts";
import { coverSuccessfully, coverWithFigures, readCovered } from "./cover.ts";

const claim = claimsOf("setCoveredMarginCall");

const refused: readonly (readonly [id: string, title: string, written: string])[] = [
  ["below-0", "An amount below 0", "-1"],
  ["fraction", "A fraction of a đồng", "0.5"],
  ["2-to-53", "2^53", "9007199254740992"],
  ["too-many-digits", "A number with more digits than a double can hold", "1000000000000000.3"],
  ["without-end", "A number above the largest double", "1e400"],
  ["text", "A string of digits", '"5"'],
  ["null", "The value null", "null"],
  ["truth", "A boolean", "true"],
  ["list", "A list", "[5]"],
  ["object", "An object", "{}"],
];

const accepted: readonly (readonly [written: string, amount: number])[] = [
  ["5.0", 5],
  ["1e3", 1_000],
  ["1E+3", 1_000],
  ["0", 0],
  ["-0", 0],
  ["-0.0", 0],
];

/** Which amounts are valid, and how they change the figures. */
export const amounts: readonly Claim[] = [
  ...refused.map(([id, title, written]) =>
    claim({
      id: `cover.amount-${id}`,
      title: `${title} as amount is a 400 with a detail for amount.`,
      needs: ["user", "position"],
      prove: async (ask, { user: { token }, position: { accountId, symbol } }) => {
        const text = `{"accountId":${JSON.stringify(accountId)},"symbol":${JSON.stringify(symbol)},"amount":${written}}`;
        expectRefusal(await ask("PATCH", coverAddress, { token, text }), "amount");
      },
    }),
  ),
  claim({
    id: "cover.amount-number-notation",
    title: "5.0 and 1e3 are accepted as whole amounts, and -0 as 0.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId, symbol } }) => {
      for (const [written, amount] of accepted) {
        const text = `{"accountId":${JSON.stringify(accountId)},"symbol":${JSON.stringify(symbol)},"amount":${written}}`;
        const answer = await ask("PATCH", coverAddress, { token, text });
        const { covered } = readCovered(answer);
        expectSame(answer, "newCoveredMarginCall", covered, amount);
        expectThat(answer, !answer.text.includes(":-0"), "0 without a sign");
      }
    },
  }),
  claim({
    id: "cover.sends-every-figure",
    title: "An answer has status, message, the members of the request, and three figures in whole VND.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const { answer } = await coverSuccessfully(ask, { token, position }, position.raised);
      const { status, message, accountId, symbol, amount, ...figures } = expectBody(answer);
      expectSame(
        answer,
        "the members of the request",
        [accountId, symbol, amount],
        [position.accountId, position.symbol, position.raised],
      );
      expectThat(
        answer,
        status === "success" && typeof message === "string" && message !== "",
        "status and message",
      );
      const names = ["maintenanceMargin", "newCoveredMarginCall", "tradingPower"];
      const known = names.filter((name) => name in figures);
      expectSame(answer, "the figures", known, names);
      expectThat(
        answer,
        known.every((name) => Number.isSafeInteger(figures[name])),
        "whole VND",
      );
    },
  }),
  claim({
    id: "cover.amount-is-absolute",
    title: "The amount is the new covered amount, not a difference.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      for (const amount of [1, position.raised, position.raised, 0])
        await coverSuccessfully(ask, { token, position }, amount);
    },
  }),
  claim({
    id: "cover.raise-moves-power-into-margin",
    title:
      "A raise adds exactly its difference to the maintenance margin and takes it from the trading power.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const target = { token, position };
      for (let tryCount = 1; ; tryCount += 1) {
        const before = await coverSuccessfully(ask, target, 0);
        const raised = await coverSuccessfully(ask, target, position.raised);
        const after = await coverSuccessfully(ask, target, 0);
        const isStill =
          before.maintenanceMargin === after.maintenanceMargin && before.tradingPower === after.tradingPower;
        // Price changes move the figures, so the claim is repeated until they stand still.
        if (!isStill && tryCount < 10) continue;
        const { answer, maintenanceMargin, tradingPower } = raised;
        expectSame(
          answer,
          "maintenanceMargin",
          maintenanceMargin,
          before.maintenanceMargin + position.raised,
        );
        expectSame(answer, "tradingPower", tradingPower, before.tradingPower - position.raised);
        expectSame(after.answer, "maintenanceMargin", after.maintenanceMargin, before.maintenanceMargin);
        return;
      }
    },
  }),
  claim({
    id: "cover.same-amount-succeeds",
    title: "Setting the amount that is already covered succeeds and changes nothing.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      for (let tryCount = 1; ; tryCount += 1) {
        const first = await coverSuccessfully(ask, { token, position }, 1);
        const second = await coverSuccessfully(ask, { token, position }, 1);
        const [before, after] = [first, second].map(({ maintenanceMargin, tradingPower }) => ({
          maintenanceMargin,
          tradingPower,
        }));
        const isSame = JSON.stringify(before) === JSON.stringify(after);
        // Price changes move the figures, so the claim is repeated until they stand still.
        if (!isSame && tryCount < 10) continue;
        expectSame(second.answer, "the figures", after, before);
        await coverSuccessfully(ask, { token, position }, 0);
        return;
      }
    },
  }),
  claim({
    id: "cover.too-much-fails",
    title:
      "More than the trading power is a 200 with status failed and figures in the message, and changes nothing.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const target = { token, position };
      await coverSuccessfully(ask, target, position.raised);
      const { answer, status, covered } = await coverWithFigures(ask, target, Number.MAX_SAFE_INTEGER);
      const { message, amount } = expectBody(answer);
      expectSame(answer, "status", status, "failed");
      expectSame(answer, "amount", amount, Number.MAX_SAFE_INTEGER);
      expectSame(answer, "newCoveredMarginCall", covered, position.raised);
      expectThat(answer, typeof message === "string" && /\d/.test(message), "a message with figures");
      await coverSuccessfully(ask, target, 0);
    },
  }),
];
