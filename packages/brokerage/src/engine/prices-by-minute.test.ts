/** Prices by minute against a plain model of what was traded. */
import { type Instrument, MinutePrices, QuoteBoard, type SymbolMessage } from "@trading-oms/market";
import fc from "fast-check";
import { expect, test } from "vitest";
import { HeardPrices } from "./market-engine.ts";

const minuteMs = 60_000;
const sessionMs = Date.parse("2026-11-17T10:00:00+07:00");

const fpt: Instrument = {
  ...{ symbol: "FPT", exchange: "HOSE", type: "stock", name: "FPT", tickerCode: "FPT" },
  ...{ companyName: "Công ty Cổ phần FPT", referencePrice: 80_000_000n },
  ...{ lot: 100n, minQuantity: 100n, maxQuantity: 500_000n },
};

type Trade = { readonly price: bigint; readonly quantity: number; readonly atMs: number };
/** The minutes that begin at a time or later, of trades in the order in which they were sent: open, high, low, close and volume. */
function minutesFrom(sinceMs: number, trades: readonly Trade[]): Map<number, readonly number[]> {
  const minutes = new Map<number, readonly number[]>();
  for (const { price, quantity, atMs } of trades) {
    const startMs = Math.floor(atMs / minuteMs) * minuteMs;
    if (startMs < sinceMs) continue;
    const paid = Number(price);
    const [open = paid, high = paid, low = paid, , volume = 0] = minutes.get(startMs) ?? [];
    minutes.set(startMs, [open, Math.max(high, paid), Math.min(low, paid), paid, volume + quantity]);
  }
  return minutes;
}

/** A publisher, a server that hears it, and everything that was traded. */
function planHeard() {
  const clock = { nowMs: sessionMs };
  const traded: Trade[] = [];
  let publisher = new QuoteBoard([fpt]);
  let seq = 0;
  /** Whether the last message that was sent has arrived, so that a gap before it is known. */
  let isHeard = true;
  /** Whether a feed has to ask a new publisher for its state. */
  let isUnknown = false;
  let server = openServer();

  function openServer() {
    const board = new QuoteBoard([fpt]);
    const prices = new MinutePrices();
    const shown = { apply: board.apply.bind(board), quoteOf: (name: string) => board.quotedOf(name)?.quote };
    return { board, prices, heard: new HeardPrices({ board: shown, prices, now: () => clock.nowMs }) };
  }

  function arrive(message: SymbolMessage, isRejected = false): void {
    isHeard = true;
    const application = isUnknown ? "gap" : server.heard.apply(message, isRejected);
    if (application !== "applied") resync();
  }

  function resync(): void {
    const snapshot = publisher.snapshotOf("FPT");
    if (snapshot === undefined) return;
    isHeard = true;
    isUnknown = false;
    server.heard.apply(snapshot);
  }

  return {
    ...{ clock, traded, resync },
    prices: () => server.prices,
    isHeard: () => isHeard,
    send: (
      body: { readonly kind: "trade"; readonly price: bigint } | { readonly kind: "day" | "close" },
      how: {
        readonly laterMs: number;
        readonly isLost: boolean;
        readonly isRepeated: boolean;
        readonly isRejected: boolean;
      },
    ) => {
      seq += 1;
      const origin = { symbol: "FPT", seq, atMs: clock.nowMs + how.laterMs };
      const message: SymbolMessage =
        body.kind === "trade"
          ? { ...origin, ...body, quantity: 100, side: "none" }
          : body.kind === "day"
            ? { ...origin, kind: "day", date: "2026-11-17", referencePrice: 80_000_000n }
            : { ...origin, kind: "close", price: 80_000_000n };
      publisher.apply(message);
      const isRejected = how.isRejected && body.kind === "trade";
      if (message.kind === "trade" && !isRejected) traded.push(message);
      isHeard = false;
      if (how.isLost) return;
      arrive(message, isRejected);
      if (how.isRepeated) arrive(message, isRejected);
    },
    /** Another publisher counts from 1. It knows the state, or begins with nothing. */
    replacePublisher: (isKnown: boolean) => {
      const quote = publisher.snapshotOf("FPT")?.quote;
      publisher = new QuoteBoard([fpt]);
      seq = 0;
      isUnknown = true;
      if (!isKnown || quote === undefined) return;
      seq = 1;
      publisher.apply({ kind: "snapshot", symbol: "FPT", seq, atMs: quote.quotedAtMs, quote });
      resync();
    },
    restartServer: () => {
      server = openServer();
      resync();
    },
  };
}

test("prices by minute are complete since when they say, over gaps, repetitions, restarts and trades out of order", () => {
  const step = fc.record({
    passedMs: fc.integer({ min: 0, max: 40_000 }),
    act: fc.oneof(
      { arbitrary: fc.constant("trade" as const), weight: 16 },
      fc.constantFrom("day" as const, "close" as const, "resync" as const),
      fc.constantFrom("new publisher" as const, "blank publisher" as const, "restart" as const),
    ),
    price: fc.bigInt({ min: 79_000n, max: 81_000n }).map((price) => price * 1_000n),
    /** A trade is dated up to three minutes back, and up to a second ahead. */
    laterMs: fc.oneof(fc.constant(0), fc.integer({ min: -180_000, max: 1_000 })),
    isLost: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0),
    isRepeated: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
    isRejected: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
  });
  let checkedCount = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: "max" }), (steps) => {
      const world = planHeard();
      for (const { passedMs, act, price, ...how } of steps) {
        world.clock.nowMs += passedMs;
        if (act === "trade") world.send({ kind: "trade", price }, how);
        else if (act === "day" || act === "close") world.send({ kind: act }, how);
        else if (act === "resync") world.resync();
        else if (act === "restart") world.restartServer();
        else world.replacePublisher(act === "new publisher");
        const sinceMs = world.prices().completeSinceMs("FPT");
        // What was lost is known as soon as the next message arrives.
        if (sinceMs === undefined || !world.isHeard()) continue;
        const heard = world
          .prices()
          .minutesOf("FPT")
          .filter(({ atMs }) => atMs >= sinceMs);
        const minutes = heard.map(({ atMs, open, high, low, close, quantity }) => {
          return [atMs, [...[open, high, low, close].map(Number), quantity]] as const;
        });
        expect(new Map(minutes)).toEqual(minutesFrom(sinceMs, world.traded));
        checkedCount += heard.length;
      }
    }),
    { numRuns: 300 },
  );
  expect(checkedCount).toBeGreaterThan(1_000);
});
