import fc from "fast-check";
import { expect, test } from "vitest";
import { openAccount } from "../accounts/accounts.ts";
import { moveCash } from "../accounts/cash.ts";
import { markClosing, setPosition } from "../accounts/positions.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { holdShort } from "../testing/hold-short.ts";
import { byLan, fpt, list, planServices } from "../testing/plan-services.ts";
import { examplesRates } from "../testing/plan-watch.ts";
import { previewCover } from "./preview-cover.ts";
import { setCover } from "./set-cover.ts";

const key = { userId: "demo", accountId: "A-1" };
const fptKey = { ...key, symbol: "FPT" };

/** The first worked example: 1,000 FPT bought at 100,000, now at 80,000. */
async function plan({ equityVnd = 80_000_000n, quantity = 1_000n, price = 80_000_000n } = {}) {
  const { services, memory } = planServices();
  await list(services, { ...fpt, referencePrice: 100_000_000n });
  await setRates(services, { level: "symbol", name: "FPT", rates: examplesRates });
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: equityVnd });
  const enter = quantity < 0n ? holdShort : setPosition;
  await enter(services, fptKey, { quantity, price: 100_000_000n });
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price });
  return { services, memory };
}

async function preview(services: Parameters<typeof previewCover>[0], amountVnd: bigint) {
  const previewed = await previewCover(services, fptKey, { amountVnd });
  if (previewed.kind === "refused") throw new Error(previewed.message);
  return previewed;
}

test("the worked example is previewed with its figures before and after", async () => {
  const { services } = await plan();
  expect(await preview(services, 2_000_000n)).toMatchObject({
    code: undefined,
    before: {
      coveredVnd: 0n,
      dealRatio: 375_000n,
      outstandingVnd: 2_000_000n,
      callPrice: 83_300_000n,
      account: { maintenanceMarginVnd: 40_000_000n, tradingPowerVnd: 20_000_000n },
    },
    after: {
      coveredVnd: 2_000_000n,
      dealRatio: 400_000n,
      outstandingVnd: 0n,
      callPrice: 79_900_000n,
      account: { maintenanceMarginVnd: 42_000_000n, tradingPowerVnd: 18_000_000n },
    },
    accepted: { leastVnd: 0n, mostVnd: 20_000_000n },
  });
});

test("a refusal has a code, a reason in the language asked for, and unchanged figures", async () => {
  const { services } = await plan();
  const refused = await previewCover(services, fptKey, { amountVnd: 20_000_001n, language: "vi" });
  expect(refused).toMatchObject({ code: "above_trading_power" });
  if (refused.kind === "refused") throw new Error(refused.message);
  expect(refused.message).toMatch(
    /^Không có gì thay đổi: .*FPT.*20\.000\.001 VND.*tối đa 20\.000\.000 VND\.$/,
  );
  expect(refused.after).toEqual(refused.before);
});

test("nothing is accepted for a position that is being closed", async () => {
  const { services } = await plan();
  await markClosing(services, fptKey, true, byLan);
  expect(await preview(services, 1n)).toMatchObject({ code: "position_closing", accepted: undefined });
});

test("an absent account, position or user is refused alike", async () => {
  const { services } = await plan();
  const keys = [
    { ...fptKey, userId: "other" },
    { ...fptKey, accountId: "A-2" },
    { ...fptKey, symbol: "VNM" },
  ];
  const refusals = await Promise.all(keys.map((each) => previewCover(services, each, { amountVnd: 0n })));
  expect(new Set(refusals.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(refusals[0]).toMatchObject({ kind: "refused", code: "no_such_position" });
});

test("a preview writes nothing, says what the order then does, and bounds what is accepted exactly", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        equityVnd: fc.bigInt({ min: 1n, max: 200_000_000n }),
        quantity: fc.constantFrom(1_000n, -1_000n, 100n, 2_500n),
        price: fc.bigInt({ min: 650n, max: 1_350n }).map((steps) => steps * 100_000n),
        coveredVnd: fc.bigInt({ min: 0n, max: 30_000_000n }),
        amountVnd: fc.bigInt({ min: 0n, max: 60_000_000n }),
      }),
      async ({ coveredVnd, amountVnd, ...drawn }) => {
        const { services } = await plan(drawn);
        const order = { ...fptKey, ...byLan, requestId: "r" };
        await setCover(services, { ...order, amountVnd: coveredVnd });
        const version = (await services.store.readAccount(key))?.account.version;
        const previewed = await preview(services, amountVnd);
        if (previewed.accepted === undefined) throw new Error("Nothing would be accepted.");
        const { leastVnd, mostVnd } = previewed.accepted;
        const codeOf = async (amount: bigint) => (await preview(services, amount)).code;
        expect(await codeOf(leastVnd)).toBeUndefined();
        expect(await codeOf(mostVnd)).toBeUndefined();
        expect(await codeOf(mostVnd + 1n)).toBeDefined();
        if (leastVnd > 0n) expect(await codeOf(leastVnd - 1n)).toBeDefined();
        expect((await services.store.readAccount(key))?.account.version).toBe(version);
        const done = await setCover(services, { ...order, amountVnd });
        if (done.kind === "refused") throw new Error(done.message);
        expect({ code: done.code, message: done.message }).toEqual({
          code: previewed.code,
          message: previewed.message,
        });
        expect([done.coveredVnd, done.maintenanceMarginVnd, done.tradingPowerVnd]).toEqual([
          previewed.after.coveredVnd,
          previewed.after.account.maintenanceMarginVnd,
          previewed.after.account.tradingPowerVnd,
        ]);
      },
    ),
  );
});
