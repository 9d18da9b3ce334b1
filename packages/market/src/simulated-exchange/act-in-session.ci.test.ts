import fc from "fast-check";
import { expect, test } from "vitest";
import type { Instrument } from "../instrument.ts";
import { type Band, bandOf, isOnStep } from "../price-rules.ts";
import type { BookLevel, QuoteDepth, SymbolMessage } from "../quotes/messages.ts";
import { QuoteBoard } from "../quotes/quote-board.ts";
import type { Session } from "../sessions.ts";
import { listSomeInstruments } from "../testing/list-some-instruments.ts";
import { playDays } from "../testing/play-days.ts";

const instruments = listSomeInstruments();
const daysPlayed = { numRuns: 200 };

test("On every day no book is crossed, no price is off its step or out of its band, and all quantities are lots", () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 3 }), (seed, number) => {
      const told = playDays(seed, number === 0);
      expect(instruments.flatMap((instrument) => faultsOf(instrument, told))).toEqual([]);
      expect(told.length).toBeGreaterThan(1_000);
    }),
    daysPlayed,
  );
});

test("The totals of a board are the sum of the trades it was told of, on every day", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const board = new QuoteBoard(instruments);
      const sums = new Map<string, { quantity: number; turnover: bigint; tradeCount: number }>();
      for (const message of playDays(seed, false)) {
        expect(board.apply(message)).toBe("applied");
        if (message.kind === "day") sums.set(message.symbol, { quantity: 0, turnover: 0n, tradeCount: 0 });
        const sum = message.kind === "trade" ? sums.get(message.symbol) : undefined;
        if (message.kind !== "trade" || sum === undefined) continue;
        sum.quantity += message.quantity;
        sum.turnover += message.price * BigInt(message.quantity);
        sum.tradeCount += 1;
        if (sum.tradeCount % 32 === 1) expect(board.snapshotOf(message.symbol)?.quote.total).toEqual(sum);
      }
      for (const [symbol, sum] of sums) expect(board.snapshotOf(symbol)?.quote.total).toEqual(sum);
    }),
    daysPlayed,
  );
});

/** What has been told of a symbol so far. */
type Told = { seq: number; atMs: number; band: Band; session: Session; isHalted: boolean };

function faultsOf(instrument: Instrument, messages: readonly SymbolMessage[]): string[] {
  const band = { ceiling: 0n, floor: 0n };
  const told: Told = { seq: 0, atMs: 0, band, session: "closed", isHalted: false };
  return messages.flatMap((message) => {
    if (message.symbol !== instrument.symbol) return [];
    const isNext = message.seq === told.seq + 1 && message.atMs >= told.atMs;
    Object.assign(told, { seq: message.seq, atMs: message.atMs });
    const fault = isNext ? faultOf(instrument, told, message) : "It is not the next message.";
    return fault === undefined ? [] : [`${instrument.symbol} ${message.seq}: ${fault}`];
  });
}

function faultOf(instrument: Instrument, told: Told, message: SymbolMessage): string | undefined {
  switch (message.kind) {
    case "day":
      told.band = bandOf(instrument, message.referencePrice);
      return told.isHalted ? "A day begins halted." : undefined;
    case "session":
      told.session = message.session;
      return undefined;
    case "status":
      told.isHalted = message.isHalted;
      return undefined;
    case "trade":
      // An auction ends as its session does, and before the next session is told.
      if (told.isHalted || told.session === "closed") return "Something is traded while nothing may be.";
      return faultOfLevel(instrument, told, message);
    case "depth":
      return faultOfDepth(instrument, told, message);
    default:
      return undefined;
  }
}

function faultOfLevel(instrument: Instrument, { band }: Told, { price, quantity }: BookLevel) {
  if (!isOnStep(instrument, price)) return `${price} is off its step.`;
  if (price < band.floor || price > band.ceiling) return `${price} is out of its band.`;
  const isInLots = quantity > 0 && quantity % Number(instrument.lot) === 0;
  return isInLots ? undefined : `${quantity} is not in lots.`;
}

function faultOfDepth(instrument: Instrument, told: Told, { bids, asks }: QuoteDepth): string | undefined {
  if (bids.length > 3 || asks.length > 3) return "There are too many levels.";
  const fault = [...bids, ...asks].map((level) => faultOfLevel(instrument, told, level)).find(Boolean);
  if (fault !== undefined) return fault;
  const prices = [...bids.toReversed(), ...asks].map(({ price }) => price);
  const isRising = prices.every((price, index) => index === 0 || price > (prices[index - 1] ?? price));
  return isRising ? undefined : `The book is crossed or out of order: ${prices.join(", ")}.`;
}
