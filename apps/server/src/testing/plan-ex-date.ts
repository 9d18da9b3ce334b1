import { openReferenceBook } from "@trading-oms/brokerage";
import { QuoteBoard, renderQuote, renderQuoteDay } from "@trading-oms/market";
import { planOperated } from "./ask-operator.ts";
import type { PlannedServer } from "./plan-server.ts";

/** The day after the first worked example. */
export const exDate = "2026-11-17";

/** Opens a test server with the first worked example on the next morning, when FPT, which closed at 80,000, has the reference price 40,000. */
export async function planExDate(): Promise<PlannedServer> {
  const server = await planOperated();
  const { services, clock } = server;
  clock.nowMs = Date.parse("2026-11-17T08:40:00+07:00");
  const instrument = (await openReferenceBook(services)).findInstrument("FPT");
  if (instrument === undefined) throw new Error("FPT is listed.");
  const board = new QuoteBoard([instrument]);
  const closedMs = Date.parse("2026-11-16T14:45:00+07:00");
  board.apply({ kind: "close", symbol: "FPT", seq: 1, atMs: closedMs, price: 80_000_000n });
  const day = { kind: "day", date: exDate, referencePrice: 40_000_000n } as const;
  board.apply({ ...day, symbol: "FPT", seq: 2, atMs: clock.nowMs });
  const snapshot = board.snapshotOf("FPT");
  if (snapshot?.kind !== "snapshot") throw new Error("FPT has a quote.");
  const { symbol, seq, atMs, quote } = snapshot;
  await services.store.saveQuotes(
    [{ symbol, seq, atMs, day: renderQuoteDay(quote), snapshot: renderQuote(quote) }],
    {
      nowMs: clock.nowMs,
    },
  );
  return server;
}
