/** Contracts after their last trading day. */
import type { InstrumentRecord } from "@trading-oms/market";
import { expect, test } from "vitest";
import { listNearest } from "../desk/list-nearest.ts";
import { setHolidays } from "../settings/set-holidays.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { planDesk } from "../testing/plan-desk.ts";
import { byLan, fpt, list } from "../testing/plan-services.ts";
import { tradeOf } from "../testing/plan-watch.ts";
import { readAccountStatus } from "./account-status.ts";
import { openAccount } from "./accounts.ts";
import { moveCash } from "./cash.ts";
import { showAccount } from "./figures.ts";
import { listExpired } from "./list-expired.ts";
import { closeHolding, setPosition } from "./positions.ts";

const key = { userId: "user-of-X", accountId: "X" };
const held = { ...key, symbol: "41I1GB000" };

/** Its last trading day is Thursday, 19 November 2026. */
const november: InstrumentRecord = {
  symbol: "41I1GB000",
  exchange: "DERIVATIVES",
  type: "future",
  name: "VN30F2611",
  companyName: "VN30 Index Futures 11/2026",
  referencePrice: 1_500_000n,
  lot: 1n,
  minQuantity: 1n,
  maxQuantity: 500n,
  underlyingSymbolCode: "VN30",
  expirationDate: "2026-11-19",
  contractSize: 100_000n,
};

const thursdayMs = Date.parse("2026-11-19T14:20:00+07:00");
const fridayMs = Date.parse("2026-11-20T10:00:00+07:00");

/** Two contracts that are called on their last trading day, and one of another account that is not. */
async function planExpiry() {
  const world = await planDesk(thursdayMs);
  const { services, watching, turn, told } = world;
  await list(services, november, { ...fpt, referencePrice: 100_000_000n });
  const rates = { marginRatio: 50_000n, marginCallRate: 30_000n, forceCloseRate: 20_000n };
  await setRates(services, { level: "product", name: "VN30F", rates });
  for (const [accountId, quantity, price] of [
    ["X", 2n, 1_500_000n],
    ["Y", 1n, 1_470_000n],
  ] as const) {
    const owner = { userId: `user-of-${accountId}`, accountId };
    await openAccount(services, owner);
    await moveCash(services, { key: owner, kind: "deposit", amountVnd: 40_000_000n });
    await setPosition(services, { ...owner, symbol: "41I1GB000" }, { quantity, price });
  }
  await turn();
  await watching.hear(tradeOf("41I1GB000", 1_461_000n, thursdayMs));
  await turn();
  expect(told()).toEqual(["MarginCall/X/41I1GB000/1/0"]);
  return world;
}

test("an expired contract is neither reminded nor called nor forced, and leaves the desk's lists", async () => {
  const { services, projection, turn, clock, told } = await planExpiry();
  const callsOf = () => projection.calls().length;
  expect(callsOf()).toBe(1);
  expect(listNearest(projection, { limit: 10, offset: 0 }).positions).toHaveLength(1);
  expect(await readAccountStatus(services, key)).toMatchObject({
    openCallCount: 1,
    outstandingVnd: 1_566_000n,
    positions: [{ state: "called" }],
  });
  clock.nowMs = fridayMs;
  await turn();
  expect(await setPrice(services, { symbol: "41I1GB000", price: 1_400_000n, ...byLan })).toMatchObject({
    status: "success",
  });
  await turn();
  clock.nowMs = fridayMs + 2 * 3_600_000;
  await turn();
  expect(told()).toEqual(["MarginCall/X/41I1GB000/1/0"]);
  expect(callsOf()).toBe(0);
  expect(listNearest(projection, { limit: 10, offset: 0 }).positions).toEqual([]);
  expect(await readAccountStatus(services, key)).toMatchObject({
    openCallCount: 0,
    outstandingVnd: 0n,
    positions: [{ state: "closing", call: undefined }],
  });
});

test("a contract that a holiday makes expire a day earlier is not called on that day", async () => {
  const { services, turn, clock, told } = await planExpiry();
  await setHolidays(services, ["2026-11-19"]);
  await turn();
  clock.nowMs += 1_000;
  expect(await setPrice(services, { symbol: "41I1GB000", price: 1_400_000n, ...byLan })).toMatchObject({
    status: "success",
  });
  await turn();
  expect(told()).toEqual(["MarginCall/X/41I1GB000/1/0"]);
});

test("nothing is opened or added in an expired contract, and what is held may be corrected downwards", async () => {
  const { services, clock } = await planExpiry();
  const bigger = { quantity: 3n, price: 1_500_000n };
  expect(await setPosition(services, held, bigger)).toMatchObject({ kind: "done" });
  clock.nowMs = fridayMs;
  const refused = {
    code: "contract_expired",
    message:
      "41I1GB000 expired on 2026-11-19, so nothing is opened in it; close what is held at the settlement price.",
  };
  expect(await setPosition(services, held, { ...bigger, quantity: 4n })).toMatchObject(refused);
  expect(await setPosition(services, held, { ...bigger, quantity: 2n })).toMatchObject({ kind: "done" });
  await openAccount(services, { userId: "user-of-Z", accountId: "Z" });
  const other = { userId: "user-of-Z", accountId: "Z", symbol: "41I1GB000" };
  expect(await setPosition(services, other, { ...bigger, quantity: -1n })).toMatchObject(refused);
});

test("expired positions are listed until they are settled at the index with its two decimals, which ends the call", async () => {
  const { services, clock } = await planExpiry();
  expect(await listExpired(services)).toEqual([]);
  // Before the contract expires only prices on its step are taken.
  expect(await closeHolding(services, held, 1_461_230n, byLan)).toMatchObject({ code: "price_not_valid" });
  clock.nowMs = fridayMs;
  expect(await listExpired(services)).toMatchObject([
    { accountId: "X", expirationDate: "2026-11-19", isCallOpen: true, position: { quantity: 2n } },
    { accountId: "Y", expirationDate: "2026-11-19", isCallOpen: false, position: { quantity: 1n } },
  ]);
  expect(await closeHolding(services, held, 1_461_230n, byLan)).toMatchObject({ realizedVnd: -7_754_000n });
  expect(await listExpired(services)).toMatchObject([{ accountId: "Y" }]);
  expect(await showAccount(services, key)).toMatchObject({
    account: { equityVnd: 32_246_000n },
    episodes: [{ symbol: "41I1GB000", isOpen: false }],
  });
});

test("a withdrawal holds nothing back for a call in an expired contract", async () => {
  const { services, clock } = await planExpiry();
  const withdrawal = { key, kind: "withdrawal", amountVnd: 17_590_000n } as const;
  expect(await moveCash(services, withdrawal)).toMatchObject({ code: "needed_for_calls" });
  // In a session its old price would count as uncertain.
  clock.nowMs = Date.parse("2026-11-20T07:00:00+07:00");
  expect(await moveCash(services, withdrawal)).toMatchObject({ kind: "done" });
});
