import { expect, test } from "vitest";
import { setCover } from "../covers/set-cover.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { fpt, list, planServices } from "../testing/plan-services.ts";
import { openAccount } from "./accounts.ts";
import { moveCash } from "./cash.ts";
import { explainHoldings } from "./explain-holdings.ts";
import { setPosition } from "./positions.ts";

const key = { userId: "demo", accountId: "A-1" };

/** The first worked example, with VNM listed without rates. */
async function plan() {
  const { services } = planServices();
  await list(services, fpt, { ...fpt, symbol: "VNM", name: "VNM" });
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  await setRates(services, { level: "symbol", name: "FPT", rates });
  await setPosition(services, { ...key, symbol: "FPT" }, { quantity: 1_000n, price: 100_000_000n });
  return services;
}

test("explains each figure of an account and its position to the last dong", async () => {
  const services = await plan();
  const explained = await explainHoldings(services, key);
  if (explained.kind === "refused") throw new Error(explained.message);
  expect(Object.fromEntries(explained.account.map(({ name, value }) => [name, value]))).toEqual({
    totalEquityVnd: 80_000_000n,
    maintenanceMarginVnd: 40_000_000n,
    tradingPowerVnd: 20_000_000n,
  });
  const [position] = explained.positions;
  expect(position?.valued.mark).toEqual({
    price: 80_000_000n,
    atMs: undefined,
    isByHand: false,
    unitVnd: 80_000n,
  });
  expect(position?.figures.find(({ name }) => name === "neededVnd")).toEqual({
    name: "neededVnd",
    value: 2_000_000n,
    formula: "max(0, ⌈marginCallRate × marketVnd⌉ − postedVnd − unrealizedVnd)",
    inputs: {
      marginCallRate: 400_000n,
      marketVnd: 80_000_000n,
      postedVnd: 50_000_000n,
      unrealizedVnd: -20_000_000n,
    },
  });
});

test("explains figures by the last price and the current cover", async () => {
  const services = await plan();
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 81_000_000n });
  await setCover(services, {
    ...key,
    symbol: "FPT",
    amountVnd: 2_000_000n,
    actor: { kind: "operator", name: "lan" },
    requestId: "req-1",
  });
  const explained = await explainHoldings(services, key);
  if (explained.kind === "refused") throw new Error(explained.message);
  expect(explained.positions[0]?.valued.mark.atMs).toBe(1_000);
  // 80,000,000 − 19,000,000 − (40,500,000 + 2,000,000).
  expect(explained.account.map(({ value }) => value)).toEqual([80_000_000n, 42_500_000n, 18_500_000n]);
});

test("explains one position alone beside an account figure over all positions", async () => {
  const services = await plan();
  await setPosition(services, { ...key, symbol: "VNM" }, { quantity: 100n, price: 80_000_000n });
  const explained = await explainHoldings(services, key, "VNM");
  if (explained.kind === "refused") throw new Error(explained.message);
  expect(explained.positions.map(({ valued }) => valued.position.symbol)).toEqual(["VNM"]);
  // 40,000,000 of FPT and, without rates, all of the 8,000,000 of VNM.
  expect(explained.account[1]?.value).toBe(48_000_000n);
});

test("refuses to explain a missing position or account", async () => {
  const services = await plan();
  expect(await explainHoldings(services, key, "VNM")).toEqual({
    kind: "refused",
    code: "no_such_position",
    message: "The account has no position in VNM.",
  });
  expect(await explainHoldings(services, { ...key, userId: "demo-2" })).toMatchObject({
    code: "no_such_account",
  });
});
