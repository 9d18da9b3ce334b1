import { describe, expect, test, vi } from "vitest";
import { setRates } from "../settings/set-rates.ts";
import { byLan, fpt, list, planServices } from "../testing/plan-services.ts";
import { openAccount } from "./accounts.ts";
import { type CashOrder, moveCash, orderCash } from "./cash.ts";
import { listNotifications } from "./notifications.ts";
import { markClosing, setPosition } from "./positions.ts";

const key = { userId: "u-1", accountId: "A-1" };

async function openWith(amountVnd: bigint) {
  const planned = planServices();
  await openAccount(planned.services, key);
  await moveCash(planned.services, { key, kind: "deposit", amountVnd, movementId: "first" });
  return planned;
}

describe("a deposit", () => {
  test("adds to the equity and notifies the user with the figures after it", async () => {
    const { services, memory } = await openWith(80_000_000n);
    expect((await services.store.readAccount(key))?.account.equityVnd).toBe(80_000_000n);
    const [told] = await listNotifications(services, "u-1", { limit: 1, offset: 0 });
    expect(told).toMatchObject({
      type: "Deposit",
      topic: "accounts/A-1/cash",
      messageId: "Deposit/A-1/first",
      data: {
        accountId: "A-1",
        amountVnd: 80_000_000n,
        account: { totalEquityVnd: 80_000_000n, maintenanceMarginVnd: 0n, tradingPowerVnd: 80_000_000n },
      },
    });
    expect(memory.notifications).toHaveLength(1);
  });

  test("sent again under its ID is one movement with one notification", async () => {
    const { services, memory } = await openWith(5n);
    const again = await moveCash(services, { key, kind: "deposit", amountVnd: 5n, movementId: "first" });
    expect(again).toEqual({ kind: "done", movementId: "first", firstDoneAtMs: 1_000 });
    expect((await services.store.readAccount(key))?.account.equityVnd).toBe(5n);
    expect(memory.notifications).toHaveLength(1);
  });

  test("has its own message ID when two users' deposits have the same movement ID", async () => {
    const { services, memory } = await openWith(5n);
    const other = { userId: "u-2", accountId: "A-2" };
    await openAccount(services, other);
    await moveCash(services, { key: other, kind: "deposit", amountVnd: 5n, movementId: "first" });
    expect(memory.notifications.map(({ messageId }) => messageId)).toEqual([
      "Deposit/A-1/first",
      "Deposit/A-2/first",
    ]);
  });

  test.each([
    ["another amount", { key, kind: "deposit", amountVnd: 6n }],
    ["another kind", { key, kind: "withdrawal", amountVnd: 5n }],
    ["another kind, above the trading power", { key, kind: "withdrawal", amountVnd: 600n }],
    ["another account of the user", { key: { ...key, accountId: "A-2" }, kind: "deposit", amountVnd: 5n }],
  ] as const)("of %s under a used ID is refused before any rule", async (_what, order) => {
    const { services } = await openWith(5n);
    await openAccount(services, { ...key, accountId: "A-2" });
    const other = await moveCash(services, { ...order, movementId: "first" });
    expect(other).toMatchObject({ kind: "refused", code: "movement_id_used" });
  });

  test.each([0n, -1n, 9_007_199_254_740_992n])(
    "of %d VND is refused and changes nothing",
    async (amountVnd) => {
      const { services, memory } = await openWith(5n);
      const refused = await moveCash(services, { key, kind: "deposit", amountVnd });
      expect(refused).toMatchObject({ kind: "refused", code: "amount_not_valid" });
      expect(memory.movementCount).toBe(1);
    },
  );

  test("is accepted up to the exact bound of an account and refused beyond it", async () => {
    const { services } = await openWith(9_007_199_254_740_990n);
    expect(await moveCash(services, { key, kind: "deposit", amountVnd: 1n })).toMatchObject({ kind: "done" });
    expect(await moveCash(services, { key, kind: "deposit", amountVnd: 1n })).toMatchObject({
      kind: "refused",
      code: "amounts_too_large",
    });
  });

  test("is decided again after a concurrent change, and refused after too many", async () => {
    const { services, memory } = await openWith(5n);
    memory.racesLeft = 3;
    expect(await moveCash(services, { key, kind: "deposit", amountVnd: 1n })).toMatchObject({ kind: "done" });
    memory.racesLeft = 1_000;
    expect(await moveCash(services, { key, kind: "deposit", amountVnd: 1n })).toMatchObject({
      code: "too_busy",
    });
  });

  test.each(["readAccount", "commit"] as const)(
    "is refused and does not throw when the store is busy at %s",
    async (name) => {
      const { services, memory } = await openWith(5n);
      const failure = Object.assign(new Error("Too much waits."), { code: "busy" });
      const failing = vi.spyOn(memory, name).mockRejectedValue(failure);
      expect(await moveCash(services, { key, kind: "deposit", amountVnd: 1n })).toMatchObject({
        kind: "refused",
        code: "too_busy",
      });
      failing.mockRejectedValue(new Error("The disk broke."));
      await expect(moveCash(services, { key, kind: "deposit", amountVnd: 1n })).rejects.toThrow("broke");
    },
  );
});

describe("a withdrawal", () => {
  test("takes up to the trading power and not a dong more", async () => {
    const { services } = await openWith(10n);
    expect(await moveCash(services, { key, kind: "withdrawal", amountVnd: 11n })).toMatchObject({
      kind: "refused",
      code: "above_trading_power",
      message: expect.stringContaining("10 VND can"),
    });
    expect(await moveCash(services, { key, kind: "withdrawal", amountVnd: 10n })).toMatchObject({
      kind: "done",
    });
    const [told] = await listNotifications(services, "u-1", { limit: 1, offset: 0 });
    expect(told).toMatchObject({ type: "Withdraw", data: { amountVnd: 10n } });
  });

  test("leaves the amount that called positions need", async () => {
    const { services } = await openWith(80_000_000n);
    await list(services, fpt);
    const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
    await setRates(services, { level: "group", name: "STO", rates });
    await setPosition(services, { ...key, symbol: "FPT" }, { quantity: 1_000n, price: 100_000_000n });
    // The example of the domain: the trading power is 20,000,000 and the call needs 2,000,000 of it.
    const withdraw = (amountVnd: bigint) => moveCash(services, { key, kind: "withdrawal", amountVnd });
    expect(await withdraw(20_000_001n)).toMatchObject({ code: "above_trading_power" });
    expect(await withdraw(18_000_001n)).toMatchObject({ code: "needed_for_calls" });
    // A position that is being closed is not called, so nothing is held back for it.
    const held = { ...key, symbol: "FPT" };
    await markClosing(services, held, true, byLan);
    expect(await withdraw(18_000_001n)).toMatchObject({ kind: "done" });
    await moveCash(services, { key, kind: "deposit", amountVnd: 18_000_001n });
    await markClosing(services, held, false, byLan);
    expect(await withdraw(18_000_001n)).toMatchObject({ code: "needed_for_calls" });
    expect(await withdraw(18_000_000n)).toMatchObject({ kind: "done" });
  });
});

describe("an order of cash", () => {
  const byDesk = { actor: { kind: "operator", name: "desk-1" }, reason: "Receipt 4411" } as const;
  const deposit = (members: Partial<CashOrder> = {}): CashOrder => ({
    ...{ key, kind: "deposit", amountVnd: 3n, ...byDesk },
    ...members,
  });

  test("answers in words with the figures after it, and is audited with its reason", async () => {
    const { services, memory } = await openWith(5n);
    expect(await orderCash(services, deposit())).toEqual({
      kind: "done",
      status: "success",
      message: "3 VND was deposited into A-1; its total equity is 8 VND now.",
      movementId: "TX-1",
      totalEquityVnd: 8n,
      tradingPowerVnd: 8n,
    });
    expect(await orderCash(services, deposit({ kind: "withdrawal", language: "vi" }))).toMatchObject({
      message: "Đã rút 3 VND từ A-1; tổng vốn hiện là 5 VND.",
    });
    expect(memory.accounts.get("A-1")?.audits.at(-1)?.entry).toContain('"desk-1","TX-2","Receipt 4411"');
  });

  test("that a rule refuses is an answer, and is kept under its key as one that was done is", async () => {
    const { services, memory } = await openWith(5n);
    const idempotency = { key: "desk-1 k", fingerprint: "f" };
    const refused = await orderCash(services, deposit({ kind: "withdrawal", amountVnd: 6n, idempotency }));
    expect(refused).toEqual({
      kind: "done",
      status: "failed",
      code: "above_trading_power",
      message: "Nothing was changed: 6 VND can't leave, because the trading power is 5 VND; 5 VND can.",
      totalEquityVnd: 5n,
      tradingPowerVnd: 5n,
    });
    await moveCash(services, { key, kind: "deposit", amountVnd: 9n });
    const again = deposit({ kind: "withdrawal", amountVnd: 6n, idempotency });
    expect(await orderCash(services, again)).toEqual({ ...refused, firstDoneAtMs: 1_000 });
    const done = deposit({ idempotency: { key: "desk-1 l", fingerprint: "f" } });
    const first = await orderCash(services, done);
    expect(await orderCash(services, done)).toEqual({ ...first, firstDoneAtMs: 1_000 });
    expect(memory.movementCount).toBe(3);
    expect(
      await orderCash(services, deposit({ idempotency: { key: "desk-1 l", fingerprint: "g" } })),
    ).toMatchObject({ code: "idempotency_key_reused" });
  });
});

test("does not find another user's account", async () => {
  const { services } = await openWith(5n);
  const foreign = { userId: "u-2", accountId: "A-1" };
  expect(await moveCash(services, { key: foreign, kind: "deposit", amountVnd: 1n })).toMatchObject({
    kind: "refused",
    code: "no_such_account",
  });
});

test("opens an account once, for one user", async () => {
  const { services } = await openWith(5n);
  expect(await openAccount(services, key)).toMatchObject({ code: "account_already_open" });
  expect(await openAccount(services, { userId: "u-2", accountId: "A-1" })).toMatchObject({
    code: "account_of_another_user",
  });
  expect(await openAccount(services, { userId: "u-1", accountId: "A 1" })).toMatchObject({
    code: "name_not_valid",
  });
});
