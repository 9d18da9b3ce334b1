import { expect, test } from "vitest";
import { figuresOfAccount, figuresOfPosition } from "./figures.ts";
import { openPosition } from "./position.ts";
import { checkWithdrawal } from "./withdrawal.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const fpt = openPosition(1_000n, 100_000_000n, rates);
const called = { position: fpt, figures: figuresOfPosition(fpt, rates, 80_000n) };

test("without positions allows a withdrawal of all equity, and not 1 VND more", () => {
  const account = figuresOfAccount(1_000n, []);
  expect(checkWithdrawal(1_000n, account, [])).toEqual({ kind: "allowed" });
  expect(checkWithdrawal(1_001n, account, [])).toEqual({
    kind: "refused",
    reason: "above_trading_power",
    withdrawableVnd: 1_000n,
  });
});

test("reserves the amount that a called position still needs", () => {
  const account = figuresOfAccount(80_000_000n, [called]);
  expect(account.tradingPowerVnd).toBe(20_000_000n);
  expect(checkWithdrawal(18_000_000n, account, [called])).toEqual({ kind: "allowed" });
  const refusal = { kind: "refused", withdrawableVnd: 18_000_000n };
  const reasons = [18_000_001n, 20_000_000n, 20_000_001n].map((amountVnd) =>
    checkWithdrawal(amountVnd, account, [called]),
  );
  expect(reasons).toEqual([
    { ...refusal, reason: "needed_for_calls" },
    { ...refusal, reason: "needed_for_calls" },
    { ...refusal, reason: "above_trading_power" },
  ]);
});

test("a partial cover lowers the reserved amount", () => {
  const position = { ...fpt, coveredVnd: 500_000n };
  const held = [{ position, figures: figuresOfPosition(position, rates, 80_000n) }];
  const account = figuresOfAccount(80_000_000n, held);
  expect(checkWithdrawal(20_000_000n, account, held)).toMatchObject({ withdrawableVnd: 18_000_000n });
});

test("an unrealised gain cannot be withdrawn, and an unrealised loss is bound", () => {
  const gained = [{ position: fpt, figures: figuresOfPosition(fpt, rates, 120_000n) }];
  expect(figuresOfAccount(60_000_000n, gained).tradingPowerVnd).toBe(0n);
  expect(checkWithdrawal(1n, figuresOfAccount(60_000_000n, gained), gained)).toMatchObject({
    reason: "above_trading_power",
    withdrawableVnd: 0n,
  });
  expect(figuresOfAccount(10_000_000n, [called]).tradingPowerVnd).toBe(-50_000_000n);
});

test("nets the unrealised gains and losses of an account", () => {
  const gained = { position: fpt, figures: figuresOfPosition(fpt, rates, 120_000n) };
  expect(figuresOfAccount(100_000_000n, [gained, called]).tradingPowerVnd).toBe(0n);
});

test.each([0n, -1n])("refuses a withdrawal of %d", (amountVnd) => {
  expect(() => checkWithdrawal(amountVnd, figuresOfAccount(1n, []), [])).toThrow(
    `${amountVnd} VND cannot be withdrawn`,
  );
});
