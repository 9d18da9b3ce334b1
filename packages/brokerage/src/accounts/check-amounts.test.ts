import { bandOf, type Instrument, type InstrumentRecord, priceStepOf } from "@trading-oms/market";
import fc from "fast-check";
import { expect, test } from "vitest";
import { setCover } from "../covers/set-cover.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { byLan, confirmed, fpt, list, planServices, vn30Future } from "../testing/plan-services.ts";
import { openAccount } from "./accounts.ts";
import { moveCash } from "./cash.ts";
import { showAccount } from "./figures.ts";
import { closeHolding, markClosing, reduceHolding, setPosition } from "./positions.ts";

const key = { userId: "u-1", accountId: "A-1" };
const holding = { ...key, symbol: "FPT" };
const boundVnd = 9_007_199_254_740_991n;

/** FPT on HOSE at 80,000 has its ceiling at 85,600 and its floor at 74,400. */
async function plan(equityVnd: bigint) {
  const { services, memory } = planServices();
  await list(services, fpt);
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: equityVnd });
  return { services, memory };
}

test("accepts a quantity up to the bound at the ceiling price and rejects one share more", async () => {
  const { services } = await plan(boundVnd);
  // 105,224,290,359 × 85,600 = 9,007,199,254,730,400.
  expect(await setPosition(services, holding, { quantity: 105_224_290_360n, price: 80_000_000n })).toEqual({
    kind: "refused",
    code: "amounts_too_large",
    message:
      "The amounts are too large: the market value of FPT can come to 9,007,199,254,816,000 VND, and at most 9,007,199,254,740,991 VND is counted exactly.",
  });
  expect(
    await setPosition(services, holding, { quantity: 105_224_290_359n, price: 80_000_000n }),
  ).toMatchObject({ kind: "done" });
});

test("rejects an entry value above the bound whatever the position is worth", async () => {
  const { services } = await plan(1n);
  expect(
    await setPosition(services, holding, { quantity: 1_000n, price: 9_100_000_000_000_000n }, confirmed),
  ).toMatchObject({
    code: "amounts_too_large",
    message: expect.stringContaining("the entry value of FPT can come to 9,100,000,000,000,000 VND"),
  });
});

test("accepts a price by hand within the band, and beyond it only while no account exceeds the bound", async () => {
  const { services } = await plan(boundVnd);
  await setPosition(services, holding, { quantity: 90_000_000_000n, price: 80_000_000n });
  expect(await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 85_600_000n })).toMatchObject({
    kind: "done",
  });
  expect(await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 100_000_000n })).toMatchObject({
    kind: "done",
  });
  expect(await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 100_100_000n })).toMatchObject({
    status: "failed",
    code: "amounts_too_large",
    message:
      "Nothing was changed: Account A-1: The amounts are too large: the market value of FPT can come to 9,009,000,000,000,000 VND, and at most 9,007,199,254,740,991 VND is counted exactly.",
  });
});

test("allows changes that shrink an amount that a price made too large, and rejects those that grow it", async () => {
  const { services, memory } = await plan(boundVnd);
  await setPosition(services, holding, { quantity: 90_000_000_000n, price: 80_000_000n });
  await memory.setMarks([{ symbol: "FPT", price: 200_000_000n, atMs: 1, isByHand: false }], {
    nowMs: services.now(),
  });
  const more = { quantity: 90_000_000_001n, price: 80_000_000n };
  expect(await setPosition(services, holding, more)).toMatchObject({ code: "amounts_too_large" });
  expect(await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 150_000_000n })).toMatchObject({
    kind: "done",
  });
  const part = { quantity: 60_000_000_000n, price: 80_000_000n };
  expect(await reduceHolding(services, holding, part)).toMatchObject({ kind: "done" });
  expect(await markClosing(services, holding, true, byLan)).toMatchObject({ kind: "done" });
  expect(await closeHolding(services, holding, 80_000_000n, byLan)).toMatchObject({ kind: "done" });
});

test("rejects a price by hand that no store can hold, also for a symbol without positions", async () => {
  const { services } = await plan(1n);
  expect(
    await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 9_007_199_254_800_000n }),
  ).toMatchObject({
    status: "failed",
    code: "price_not_valid",
    message: "Nothing was changed: 9,007,199,254,800 is not on a step of FPT, or is too large.",
  });
});

const instruments: readonly InstrumentRecord[] = [
  fpt,
  { ...fpt, symbol: "PEN", name: "PEN", exchange: "UPCOM", referencePrice: 1_000_000n },
  vn30Future,
];

const aSize = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 1n, max: 10n ** 11n }),
  fc.bigInt({ min: 1n, max: boundVnd }),
);
const aCommand = fc.record({
  name: fc.constantFrom(
    "deposit",
    "withdrawal",
    "set",
    "set",
    "reduce",
    "close",
    "cover",
    "cover",
    "mark",
    "rates",
  ),
  instrument: fc.constantFrom(...instruments),
  size: aSize,
  isShort: fc.boolean(),
  /** A price in steps, near the reference price or anywhere. */
  price: fc.oneof(fc.integer({ min: 70, max: 130 }), fc.integer({ min: 1, max: 100_000 })),
  ratio: fc.bigInt({ min: 1n, max: 1_000_000n }),
});

test("keeps every amount within the bound at any price in the band and at any rates", async () => {
  let doneCount = 0;
  let refusedCount = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(aCommand, { minLength: 2, maxLength: 12 }),
      fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 100n }), fc.bigInt({ min: 0n, max: 100n })), {
        minLength: 3,
        maxLength: 3,
      }),
      async (commands, places) => {
        const { services, memory } = planServices();
        await list(services, ...instruments);
        await openAccount(services, key);
        for (const command of commands) await run(command);
        for (const place of places) {
          await memory.setMarks(
            instruments.map((each, index) => ({
              symbol: each.symbol,
              price: priceInBand(each as Instrument, place[index] ?? 0n),
              atMs: 2,
              isByHand: false,
            })),
            { nowMs: services.now() },
          );
          await checkAccount();
        }

        async function run({
          name,
          instrument,
          size,
          isShort,
          price: steps,
          ratio,
        }: (typeof commands)[number]) {
          const held = { ...key, symbol: instrument.symbol };
          const step = priceStepOf(instrument as Instrument, instrument.referencePrice);
          const price =
            steps <= 130
              ? ((instrument.referencePrice * BigInt(steps)) / 100n / step) * step
              : BigInt(steps) * step;
          const outcome = await {
            deposit: () => moveCash(services, { key, kind: "deposit", amountVnd: size }),
            withdrawal: () => moveCash(services, { key, kind: "withdrawal", amountVnd: size }),
            set: () => setPosition(services, held, { quantity: isShort ? -size : size, price }, confirmed),
            reduce: () => reduceHolding(services, held, { quantity: size, price }, confirmed),
            close: () => closeHolding(services, held, price, confirmed),
            cover: () =>
              setCover(services, {
                ...held,
                amountVnd: size,
                actor: { kind: "user", name: "u-1" },
                requestId: "r",
              }),
            mark: () => setPrice(services, { isConfirmed: true, symbol: held.symbol, price }),
            rates: () =>
              setRates(services, {
                level: "symbol",
                name: held.symbol,
                isConfirmed: true,
                rates: { marginRatio: ratio, marginCallRate: ratio - 1n, forceCloseRate: 0n },
              }),
          }[name]();
          if (outcome.kind === "refused") refusedCount += outcome.code === "amounts_too_large" ? 1 : 0;
          else doneCount += 1;
          await checkAccount();
        }

        async function checkAccount() {
          const shown = await showAccount(services, key);
          if (shown.kind === "refused") throw new Error(shown.message);
          const amounts = [
            ...Object.values(shown.valued.figures),
            ...shown.valued.positions.flatMap(({ position, figures }) => [
              position.entryVnd,
              position.coveredVnd,
              figures.marketVnd,
              figures.unrealizedVnd,
              figures.requirementVnd,
              figures.neededVnd,
            ]),
          ];
          for (const amountVnd of amounts) {
            expect(amountVnd <= boundVnd && amountVnd >= -boundVnd).toBe(true);
          }
        }
      },
    ),
  );
  expect(doneCount).toBeGreaterThan(150);
  expect(refusedCount).toBeGreaterThan(15);
});

/** A price on a step, at this percentage of the way from the floor to the ceiling. */
function priceInBand(instrument: Instrument, hundredths: bigint): bigint {
  const { floor, ceiling } = bandOf(instrument, instrument.referencePrice);
  const step = priceStepOf(instrument, floor);
  return floor + (((ceiling - floor) * hundredths) / 100n / step) * step;
}
