import { expect, test } from "vitest";
import { readAuditEntry } from "../accounts/audit.ts";
import { chainKey } from "../accounts/chains.ts";
import { verifyAudit } from "../accounts/verify-audit.ts";
import { openMarkBook } from "../testing/open-mark-book.ts";
import { fpt, list, planServices } from "../testing/plan-services.ts";
import { setPrice } from "./set-price.ts";

/** FPT with a reference price of 80,000: its band is 74,400 to 85,600. */
async function plan(lastPrice?: bigint) {
  const { services, memory } = planServices();
  await list(services, fpt);
  if (lastPrice !== undefined)
    memory.putMark({ symbol: "FPT", price: lastPrice, atMs: 900, isByHand: false });
  return { services, memory };
}

test("sets a usual price, with an entry in the audit that holds both prices", async () => {
  const { services, memory } = await plan(80_000_000n);
  const origin = { actor: { kind: "operator", name: "lan" }, reason: "feed down", requestId: "r-1" } as const;
  expect(await setPrice(services, { symbol: "FPT", price: 81_000_000n, ...origin })).toEqual({
    kind: "done",
    status: "success",
    message: "The price of FPT is 81,000 now; it was 80,000.",
    symbol: "FPT",
    beforePrice: 80_000_000n,
    afterPrice: 81_000_000n,
  });
  expect((await memory.readMarks(["FPT"]))[0]).toEqual({
    symbol: "FPT",
    price: 81_000_000n,
    atMs: 1_000,
    isByHand: true,
  });
  const audits = memory.accounts.get("prices")?.audits ?? [];
  expect(audits.map(({ entry }) => readAuditEntry(entry))).toEqual([
    {
      kind: "price",
      chain: "prices",
      place: 1,
      atMs: 1_000,
      ...origin,
      before: { symbol: "FPT", markPrice: 80_000_000n },
      after: { symbol: "FPT", markPrice: 81_000_000n },
    },
  ]);
  const key = await chainKey(services, "prices");
  if ("kind" in key) throw new Error(key.message);
  expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 1 });
});

test.each([
  [
    undefined,
    85_700_000n,
    "85,700 lies outside the band of FPT, 74,400 to 85,600; confirm it if it is meant.",
  ],
  [
    80_000_000n,
    74_300_000n,
    "74,300 lies outside the band of FPT, 74,400 to 85,600; confirm it if it is meant.",
  ],
  [
    76_500_000n,
    84_200_000n,
    "84,200 is more than a tenth away from the last price of FPT, 76,500; confirm it if it is meant.",
  ],
  [
    85_000_000n,
    76_400_000n,
    "76,400 is more than a tenth away from the last price of FPT, 85,000; confirm it if it is meant.",
  ],
] as const)("refuses after %s the unusual price %s, unless it is confirmed", async (last, price, message) => {
  const { services, memory } = await plan(last);
  const order = { symbol: "FPT", price };
  expect(await setPrice(services, order)).toMatchObject({
    status: "failed",
    code: "price_unusual",
    message: `Nothing was changed: ${message}`,
  });
  expect(memory.marks.get("FPT")?.price).toBe(last);
  expect(memory.accounts.get("prices")?.audits ?? []).toEqual([]);
  expect(await setPrice(services, { ...order, isConfirmed: true })).toMatchObject({ afterPrice: price });
});

test("refuses a price that is more than a tenth away from the reference, also within a wider band and near the last one", async () => {
  const { services } = await plan(88_500_000n);
  await list(services, { ...fpt, exchange: "UPCOM" });
  const order = { symbol: "FPT", price: 88_500_000n };
  expect(await setPrice(services, order)).toMatchObject({
    code: "price_unusual",
    message:
      "Nothing was changed: 88,500 is more than a tenth away from the reference price of FPT, 80,000; confirm it if it is meant.",
  });
  expect(await setPrice(services, { ...order, price: 88_000_000n })).toMatchObject({ status: "success" });
  expect(await setPrice(services, { ...order, isConfirmed: true })).toMatchObject({ status: "success" });
});

test.each([
  [85_000_000n, 76_500_000n],
  [76_000_000n, 83_600_000n],
  [undefined, 85_600_000n],
  [undefined, 74_400_000n],
] as const)("takes after %s the price %s, which is a tenth away or at the band", async (last, price) => {
  const { services } = await plan(last);
  expect(await setPrice(services, { symbol: "FPT", price })).toMatchObject({ afterPrice: price });
});

test("does not replace a newer price, and leaves no entry", async () => {
  const { services, memory } = await plan();
  memory.putMark({ symbol: "FPT", price: 80_000_000n, atMs: 1_001, isByHand: false });
  expect(await setPrice(services, { symbol: "FPT", price: 81_000_000n })).toMatchObject({
    code: "price_newer",
    message: "Nothing was changed: FPT has a newer price, 80,000.",
  });
  expect(memory.accounts.get("prices")?.audits ?? []).toEqual([]);
});

test("rests on what another operator has just set, which the mark book does not have yet", async () => {
  const { services: planned, memory } = await plan(80_000_000n);
  const clock = { nowMs: 1_000 };
  const services = { ...planned, now: () => clock.nowMs };
  const own = { ...services, marks: await openMarkBook(services) };
  await setPrice(services, { symbol: "FPT", price: 76_000_000n });
  clock.nowMs = 1_100;
  expect(await setPrice(own, { symbol: "FPT", price: 85_000_000n })).toMatchObject({ code: "price_unusual" });
  expect(await setPrice(own, { symbol: "FPT", price: 83_000_000n })).toMatchObject({
    beforePrice: 76_000_000n,
  });
  const last = memory.accounts.get("prices")?.audits.at(-1);
  expect(readAuditEntry(last?.entry ?? "")?.before).toEqual({ symbol: "FPT", markPrice: 76_000_000n });
});

test("takes the price in the book where that is the later one", async () => {
  const { services: planned, memory } = await plan(80_000_000n);
  const services = { ...planned, now: () => 1_100 };
  const marks = await openMarkBook(services);
  marks.hear([
    { kind: "trade", symbol: "FPT", price: 82_000_000n, atMs: 1_050, seq: 1, quantity: 100, side: "buy" },
  ]);
  expect(memory.marks.get("FPT")?.price).toBe(80_000_000n);
  expect(await setPrice({ ...services, marks }, { symbol: "FPT", price: 83_000_000n })).toMatchObject({
    beforePrice: 82_000_000n,
  });
});

test("an order under a key is done once, and a refusal is kept with its language", async () => {
  const { services, memory } = await plan(80_000_000n);
  const order = { symbol: "FPT", price: 60_000_000n, idempotency: { key: "lan k-1", fingerprint: "f-1" } };
  const refused = await setPrice(services, { ...order, language: "vi" });
  expect(refused).toMatchObject({
    status: "failed",
    code: "price_unusual",
    message:
      "Không có gì thay đổi: 60.000 nằm ngoài biên độ của FPT, 74.400 đến 85.600; hãy xác nhận nếu đúng.",
    afterPrice: 80_000_000n,
  });
  expect(await setPrice(services, { ...order, isConfirmed: true })).toEqual({
    ...refused,
    firstDoneAtMs: 1_000,
  });
  expect(memory.marks.get("FPT")?.price).toBe(80_000_000n);
  expect(await setPrice(services, { symbol: "XXX", price: 1n })).toMatchObject({
    code: "no_such_instrument",
  });
  await list(services, { ...fpt, symbol: "HPG" });
  expect(await setPrice(services, order)).toEqual({ ...refused, firstDoneAtMs: 1_000 });
});

test("a store that is busy when the chain is opened refuses the order", async () => {
  const { services } = await plan();
  const commit = async (): Promise<never> => {
    throw Object.assign(new Error("Others write."), { code: "busy" });
  };
  const busy = { ...services, store: { ...services.store, commit } };
  expect(await setPrice(busy, { symbol: "FPT", price: 81_000_000n })).toMatchObject({ code: "too_busy" });
});
