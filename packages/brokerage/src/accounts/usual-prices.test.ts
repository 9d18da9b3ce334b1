import { expect, test } from "vitest";
import { importRows } from "../imports/import-rows.ts";
import { byLan, confirmed, fpt, list, planServices } from "../testing/plan-services.ts";
import { openAccount } from "./accounts.ts";
import { moveCash } from "./cash.ts";
import { closeHolding, reduceHolding, setPosition } from "./positions.ts";

const key = { userId: "u-1", accountId: "A-1" };
const held = { ...key, symbol: "FPT" };
const at = (thousand: bigint): bigint => thousand * 1_000_000n;

/** 1,000 FPT at their reference price of 80,000, whose band is 74,400 to 85,600. */
async function plan() {
  const { services } = planServices();
  // On UPCOM the band is wider than a tenth: 34,000 to 46,000 around 40,000.
  await list(services, fpt, { ...fpt, symbol: "ACV", exchange: "UPCOM", referencePrice: at(40n) });
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
  await setPosition(services, held, { quantity: 1_000n, price: at(80n) });
  await setPosition(services, { ...key, symbol: "ACV" }, { quantity: 1_000n, price: at(40n) });
  return services;
}

test("closing at thirty times the price changes nothing until it is confirmed", async () => {
  const services = await plan();
  expect(await closeHolding(services, held, at(2_400n), byLan)).toEqual({
    kind: "refused",
    code: "price_unusual",
    message:
      "2,400,000 lies outside the band of FPT, 74,400 to 85,600, or is more than a tenth off its reference price, 80,000; confirm it if it is meant.",
  });
  expect((await services.store.readAccount(key))?.account.equityVnd).toBe(80_000_000n);
  expect(await closeHolding(services, held, at(2_400n), confirmed)).toMatchObject({
    realizedVnd: 2_320_000_000n,
  });
});

test.each([
  ["FPT", 74_400_000n, undefined],
  ["FPT", 74_300_000n, "price_unusual"],
  ["FPT", 85_600_000n, undefined],
  ["FPT", 85_700_000n, "price_unusual"],
  ["ACV", 44_000_000n, undefined],
  ["ACV", 44_100_000n, "price_unusual"],
  ["ACV", 36_000_000n, undefined],
  ["ACV", 35_900_000n, "price_unusual"],
])("reducing %s at %d thousandths: %s", async (symbol, price, code) => {
  const services = await plan();
  const part = { quantity: 100n, price };
  expect((await reduceHolding(services, { ...key, symbol }, part)) as { code?: string }).toMatchObject(
    code === undefined ? { kind: "done" } : { code },
  );
  expect(await reduceHolding(services, { ...key, symbol }, part, confirmed)).toMatchObject({ kind: "done" });
});

test.each([
  [{ quantity: 1_000n, price: 240_000_000n }, undefined],
  [{ quantity: 1_000n, price: 240_000_010n }, "price_unusual"],
  [{ quantity: 3_000n, price: 26_666_667n }, undefined],
  [{ quantity: 3_000n, price: 26_666_666n }, "price_unusual"],
  [{ quantity: 1_000n, entryVnd: 240_000_000n }, undefined],
  [{ quantity: 1_000n, entryVnd: 240_000_001n }, "price_unusual"],
] as const)("an entry of %o: %s", async (entry, code) => {
  const services = await plan();
  expect(await setPosition(services, held, entry)).toMatchObject(
    code === undefined ? { kind: "done" } : { code },
  );
  expect(await setPosition(services, held, entry, confirmed)).toMatchObject({ kind: "done" });
});

test("a short position is entered by the size of its quantity", async () => {
  const services = await plan();
  await closeHolding(services, held, at(80n), byLan);
  expect(await setPosition(services, held, { quantity: -1_000n, price: at(8n) })).toMatchObject({
    code: "price_unusual",
  });
  expect(await setPosition(services, held, { quantity: -1_000n, price: at(80n) })).toMatchObject({
    code: "short_shares",
  });
});

test("a file with an unusual entry changes nothing until it is confirmed, and its entries name who imported it", async () => {
  const services = await plan();
  const row = { accountId: "A-1", symbol: "FPT", quantity: 1_000n, price: at(8n) };
  const file = { kind: "positions", lines: [{ line: 2, row }], digest: "f".repeat(64) } as const;
  const origin = { ...byLan, reason: "moved from the old system" };
  expect(await importRows(services, { ...file, ...origin })).toMatchObject({
    kind: "refused",
    faults: [
      {
        line: 2,
        fault:
          "The entry is more than three times off the reference price of FPT, 80,000; confirm it if it is meant.",
      },
    ],
  });
  expect(await importRows(services, { ...file, ...origin, isConfirmed: true })).toMatchObject({ count: 1 });
  const audits = await services.store.listAudits(key, { limit: 9 });
  expect(audits.at(-1)?.entry).toContain(
    `["entry","A-1",4,1000,"operator","lan","import ${"f".repeat(64)} 1","moved from the old system"`,
  );
});
