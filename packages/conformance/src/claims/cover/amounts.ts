import { type Claim, claimsOf } from "../../claim.ts";
import { expectBody, expectRefusal, expectSame, expectThat } from "../../expect.ts";
import { coverAddress } from "../address.ts";
import { coverForSure, coverWithFigures, readCovered } from "./cover.ts";

const claim = claimsOf("setCoveredMarginCall");

const refused: readonly (readonly [id: string, title: string, written: string])[] = [
  ["below-0", "An amount below 0", "-1"],
  ["fraction", "A fraction of a đồng", "0.5"],
  ["2-to-53", "2^53", "9007199254740992"],
  ["too-many-digits", "More digits than a number holds", "1000000000000000.3"],
  ["without-end", "An amount beyond all numbers", "1e400"],
  ["text", "A text of digits", '"5"'],
  ["null", "The value null", "null"],
  ["truth", "A truth value", "true"],
  ["list", "A list", "[5]"],
  ["object", "An object", "{}"],
];

const taken: readonly (readonly [written: string, amount: number])[] = [
  ["5.0", 5],
  ["1e3", 1_000],
  ["1E+3", 1_000],
  ["0", 0],
  ["-0", 0],
  ["-0.0", 0],
];

/** Which amounts are taken, and what they do to the figures. */
export const amounts: readonly Claim[] = [
  ...refused.map(([id, title, written]) =>
    claim({
      id: `cover.amount-${id}`,
      title: `${title} as amount is a 400 that names it.`,
      needs: ["user", "position"],
      prove: async (ask, { user: { token }, position: { accountId, symbol } }) => {
        const text = `{"accountId":${JSON.stringify(accountId)},"symbol":${JSON.stringify(symbol)},"amount":${written}}`;
        expectRefusal(await ask("PATCH", coverAddress, { token, text }), "amount");
      },
    }),
  ),
  claim({
    id: "cover.amount-is-a-number-however-written",
    title: "5.0 and 1e3 are whole amounts, and -0 is 0.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position: { accountId, symbol } }) => {
      for (const [written, amount] of taken) {
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
    title: "An answer has status, message, what was asked, and the three figures, all whole.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const { answer } = await coverForSure(ask, { token, position }, position.raised);
      const { status, message, accountId, symbol, amount, ...figures } = expectBody(answer);
      expectSame(
        answer,
        "what was asked",
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
    title: "The amount is what is covered afterwards, and no change of it.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      for (const amount of [1, position.raised, position.raised, 0])
        await coverForSure(ask, { token, position }, amount);
    },
  }),
  claim({
    id: "cover.raise-moves-power-into-margin",
    title:
      "A raise adds exactly its difference to the maintenance margin and takes it from the trading power.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const covering = { token, position };
      for (let tryCount = 1; ; tryCount += 1) {
        const before = await coverForSure(ask, covering, 0);
        const raised = await coverForSure(ask, covering, position.raised);
        const after = await coverForSure(ask, covering, 0);
        const isStill =
          before.maintenanceMargin === after.maintenanceMargin && before.tradingPower === after.tradingPower;
        // A market that moves moves the figures as well.
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
    id: "cover.same-amount-is-success",
    title: "The amount that is covered already is a success that changes nothing.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      for (let tryCount = 1; ; tryCount += 1) {
        const first = await coverForSure(ask, { token, position }, 1);
        const second = await coverForSure(ask, { token, position }, 1);
        const [before, after] = [first, second].map(({ maintenanceMargin, tradingPower }) => ({
          maintenanceMargin,
          tradingPower,
        }));
        const isSame = JSON.stringify(before) === JSON.stringify(after);
        // A market that moves moves the figures as well.
        if (!isSame && tryCount < 10) continue;
        expectSame(second.answer, "the figures", after, before);
        await coverForSure(ask, { token, position }, 0);
        return;
      }
    },
  }),
  claim({
    id: "cover.too-much-is-failed",
    title:
      "More than the trading power is a 200 whose status is failed, whose message gives figures, and that changes nothing.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      const covering = { token, position };
      await coverForSure(ask, covering, position.raised);
      const { answer, status, covered } = await coverWithFigures(ask, covering, Number.MAX_SAFE_INTEGER);
      const { message, amount } = expectBody(answer);
      expectSame(answer, "status", status, "failed");
      expectSame(answer, "amount", amount, Number.MAX_SAFE_INTEGER);
      expectSame(answer, "newCoveredMarginCall", covered, position.raised);
      expectThat(
        answer,
        typeof message === "string" && /\d/.test(message),
        "a message that gives the figures",
      );
      await coverForSure(ask, covering, 0);
    },
  }),
];
