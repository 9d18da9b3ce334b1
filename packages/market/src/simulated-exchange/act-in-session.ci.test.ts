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

test("on every day no book is crossed, all prices are on their step and in their band, and all quantities are lots", () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 3 }), (seed, number) => {
      const sent = playDays(seed, number === 0);
      expect(instruments.flatMap((instrument) => faultsOf(instrument, sent))).toEqual([]);
      expect(sent.length).toBeGreaterThan(1_000);
    }),
    daysPlayed,
  );
});

test("the totals of a board are the sums of the trades it received, on every day", () => {
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

/** The state of a symbol after the messages so far. */
type SymbolState = { seq: number; atMs: number; band: Band; session: Session; isHalted: boolean };

function faultsOf(instrument: Instrument, messages: readonly SymbolMessage[]): string[] {
  const band = { ceiling: 0n, floor: 0n };
  const state: SymbolState = { seq: 0, atMs: 0, band, session: "closed", isHalted: false };
  return messages.flatMap((message) => {
    if (message.symbol !== instrument.symbol) return [];
    const isNext = message.seq === state.seq + 1 && message.atMs >= state.atMs;
    Object.assign(state, { seq: message.seq, atMs: message.atMs });
    const fault = isNext ? faultOf(instrument, state, message) : "It is not the next message.";
    return fault === undefined ? [] : [`${instrument.symbol} ${message.seq}: ${fault}`];
  });
}

function faultOf(instrument: Instrument, state: SymbolState, message: SymbolMessage): string | undefined {
  switch (message.kind) {
    case "day":
      state.band = bandOf(instrument, message.referencePrice);
      return state.isHalted ? "A day begins halted." : undefined;
    case "session":
      state.session = message.session;
      return undefined;
    case "status":
      state.isHalted = message.isHalted;
      return undefined;
    case "trade":
      // The trade of an auction comes at the end of its session, before the message about the next one.
      if (state.isHalted || state.session === "closed") return "It is a trade while nothing may be traded.";
      return faultOfLevel(instrument, state, message);
    case "depth":
      return faultOfDepth(instrument, state, message);
    default:
      return undefined;
  }
}

function faultOfLevel(instrument: Instrument, { band }: SymbolState, { price, quantity }: BookLevel) {
  if (!isOnStep(instrument, price)) return `${price} is off its step.`;
  if (price < band.floor || price > band.ceiling) return `${price} is out of its band.`;
  const isInLots = quantity > 0 && quantity % Number(instrument.lot) === 0;
  return isInLots ? undefined : `${quantity} is not in lots.`;
}

function faultOfDepth(
  instrument: Instrument,
  state: SymbolState,
  { bids, asks }: QuoteDepth,
): string | undefined {
  if (bids.length > 3 || asks.length > 3) return "There are too many levels.";
  const fault = [...bids, ...asks].map((level) => faultOfLevel(instrument, state, level)).find(Boolean);
  if (fault !== undefined) return fault;
  const prices = [...bids.toReversed(), ...asks].map(({ price }) => price);
  const isRising = prices.every((price, index) => index === 0 || price > (prices[index - 1] ?? price));
  return isRising ? undefined : `The book is crossed or out of order: ${prices.join(", ")}.`;
}
