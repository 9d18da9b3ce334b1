import { describe, expect, test } from "vitest";
import { importCatalog } from "../reference/catalog.ts";
import { setRates } from "../reference/rates.ts";
import { fpt, linesOf, list, planServices } from "../testing/plan-services.ts";
import { openAccount } from "./accounts.ts";
import { moveCash } from "./cash.ts";
import { showAccount } from "./figures.ts";
import { closeHolding, reduceHolding, setPosition } from "./positions.ts";

const key = { userId: "u-1", accountId: "A-1" };
const held = { ...key, symbol: "FPT" };
const at = (thousand: bigint): bigint => thousand * 1_000_000n;

async function hold(quantity: bigint) {
  const { services, memory } = planServices();
  await list(services, fpt);
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  await setRates(services, { level: "group", name: "STO", rates });
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
  expect(await setPosition(services, held, { quantity, price: at(100n) })).toMatchObject({ kind: "done" });
  return { services, memory };
}

test("shows an account with the figures of the worked example", async () => {
  const { services } = await hold(1_000n);
  expect(await showAccount(services, key)).toMatchObject({
    valued: {
      figures: {
        totalEquityVnd: 80_000_000n,
        maintenanceMarginVnd: 40_000_000n,
        tradingPowerVnd: 20_000_000n,
      },
      positions: [
        {
          mark: { unitVnd: 80_000n },
          figures: { dealRatio: 375_000n, isCalled: true, neededVnd: 2_000_000n },
        },
      ],
    },
  });
});

describe("a position", () => {
  test("is reduced at a price and realizes the result of the reduced part", async () => {
    const { services } = await hold(1_000n);
    const reduced = await reduceHolding(services, held, { quantity: 400n, price: at(90n) });
    expect(reduced).toMatchObject({
      realizedVnd: -4_000_000n,
      position: { quantity: 600n, entryVnd: 60_000_000n, postedVnd: 30_000_000n },
    });
    expect((await services.store.readAccount(key))?.account.equityVnd).toBe(76_000_000n);
  });

  test("is closed at a price and disappears", async () => {
    const { services } = await hold(-1_000n);
    expect(await closeHolding(services, held, at(90n))).toEqual({
      kind: "done",
      position: undefined,
      realizedVnd: 10_000_000n,
    });
    const state = await services.store.readAccount(key);
    expect(state).toMatchObject({ account: { equityVnd: 90_000_000n }, positions: [] });
    expect(await closeHolding(services, held, at(90n))).toMatchObject({ code: "no-such-position" });
  });

  test("is only marked as closing when no price is given", async () => {
    const { services } = await hold(1_000n);
    const closing = await closeHolding(services, held, undefined);
    expect(closing).toMatchObject({ position: { isClosing: true, quantity: 1_000n }, realizedVnd: 0n });
  });

  test("must be closed before it can change direction", async () => {
    const { services } = await hold(1_000n);
    const turned = await setPosition(services, held, { quantity: -1n, price: at(100n) });
    expect(turned).toMatchObject({ kind: "refused", code: "opposite-position" });
  });

  test.each([0n, -5n, 1_000n, 1_001n])("rejects a reduction by %d", async (quantity) => {
    const { services } = await hold(1_000n);
    const reduced = await reduceHolding(services, held, { quantity, price: at(90n) });
    expect(reduced).toMatchObject({ kind: "refused", code: "quantity-not-valid" });
  });

  test.each([0n, 90_010_000n, 90_000_500n])("rejects a price of %d thousandths", async (price) => {
    const { services } = await hold(1_000n);
    expect(await closeHolding(services, held, price)).toMatchObject({
      kind: "refused",
      code: "price-not-valid",
    });
  });

  test("is listed under its own symbol", async () => {
    const { services } = await hold(1_000n);
    const odd = await setPosition(services, { ...key, symbol: "VN30F1M" }, { quantity: 1n, price: at(1n) });
    expect(odd).toMatchObject({ kind: "refused", code: "no-such-instrument" });
  });
});

test("rejects a catalog that lacks a held symbol, so that no position loses its mark", async () => {
  const { services } = await hold(1_000n);
  const refused = await importCatalog(services, linesOf([{ ...fpt, symbol: "VNM" }]));
  expect(refused).toEqual({
    kind: "refused",
    faultCount: 1,
    faults: [
      { line: 3, fault: "symbol FPT is missing and held in positions: add its row, or close them first." },
    ],
  });
  expect(await showAccount(services, key)).toMatchObject({
    valued: { positions: [{ figures: { isCalled: true } }] },
  });
});
