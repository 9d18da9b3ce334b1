import { expect, test } from "vitest";
import { figuresOfAccount, figuresOfPosition, judgeWithdrawal } from "./figures.ts";
import { openPosition } from "./position.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const fpt = openPosition(1_000n, 100_000_000n, rates);
const called = { position: fpt, figures: figuresOfPosition(fpt, rates, 80_000n) };

test("Without positions all of the equity may be withdrawn, and a dong more may not", () => {
  const account = figuresOfAccount(1_000n, []);
  expect(judgeWithdrawal(1_000n, account, [])).toEqual({ kind: "allowed" });
  expect(judgeWithdrawal(1_001n, account, [])).toEqual({
    kind: "refused",
    reason: "above-trading-power",
    withdrawableVnd: 1_000n,
  });
});

test("What a called position waits for stays in the account", () => {
  const account = figuresOfAccount(80_000_000n, [called]);
  expect(account.tradingPowerVnd).toBe(20_000_000n);
  expect(judgeWithdrawal(18_000_000n, account, [called])).toEqual({ kind: "allowed" });
  const refusal = { kind: "refused", withdrawableVnd: 18_000_000n };
  const reasons = [18_000_001n, 20_000_000n, 20_000_001n].map((amountVnd) =>
    judgeWithdrawal(amountVnd, account, [called]),
  );
  expect(reasons).toEqual([
    { ...refusal, reason: "needed-for-calls" },
    { ...refusal, reason: "needed-for-calls" },
    { ...refusal, reason: "above-trading-power" },
  ]);
});

test("A cover that is part of the need lowers what is waited for by as much", () => {
  const position = { ...fpt, coveredVnd: 500_000n };
  const held = [{ position, figures: figuresOfPosition(position, rates, 80_000n) }];
  const account = figuresOfAccount(80_000_000n, held);
  expect(judgeWithdrawal(20_000_000n, account, held)).toMatchObject({ withdrawableVnd: 18_000_000n });
});

test("A gain on paper cannot be withdrawn, and a loss on paper binds", () => {
  const gained = [{ position: fpt, figures: figuresOfPosition(fpt, rates, 120_000n) }];
  expect(figuresOfAccount(60_000_000n, gained).tradingPowerVnd).toBe(0n);
  expect(judgeWithdrawal(1n, figuresOfAccount(60_000_000n, gained), gained)).toMatchObject({
    reason: "above-trading-power",
    withdrawableVnd: 0n,
  });
  expect(figuresOfAccount(10_000_000n, [called]).tradingPowerVnd).toBe(-50_000_000n);
});

test("Gains and losses on paper of one account are taken together", () => {
  const gained = { position: fpt, figures: figuresOfPosition(fpt, rates, 120_000n) };
  expect(figuresOfAccount(100_000_000n, [gained, called]).tradingPowerVnd).toBe(0n);
});

test.each([0n, -1n])("A withdrawal of %d is none and is refused", (amountVnd) => {
  expect(() => judgeWithdrawal(amountVnd, figuresOfAccount(1n, []), [])).toThrow(RangeError);
});
