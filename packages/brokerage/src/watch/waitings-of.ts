import type { Rates, UnitRange } from "@trading-oms/margin";
import { type Instrument, whenTraded } from "@trading-oms/market";
import { hourMs, quietPricesOf } from "../judge-episode.ts";
import type { AccountState, EpisodeRecord, PositionRecord } from "../ports/index.ts";
import { neverCalled } from "../value-account.ts";
import type { WatchServices } from "./watch-services.ts";
import type { Waiting } from "./watched-positions.ts";

/** What the positions of an account wait for, by the rates as they are now. */
export function waitingsOf(services: WatchServices, { positions, episodes }: AccountState): Waiting[] {
  return positions.map((position) => {
    const instrument = services.book.findInstrument(position.symbol);
    const episode = episodes.find(({ symbol }) => symbol === position.symbol);
    const isCalled = episode?.isOpen ?? false;
    const isReminded = isCalled && !position.isClosing;
    return {
      symbol: position.symbol,
      quiet: quietOf(services, position, episode),
      dueMs: instrument && episode && isReminded ? dueMsOf(services, instrument, episode) : undefined,
      isCalled,
    };
  });
}

function quietOf(
  { book }: WatchServices,
  position: PositionRecord,
  episode: EpisodeRecord | undefined,
): UnitRange {
  const instrument = book.findInstrument(position.symbol);
  const rates: Rates = instrument === undefined ? neverCalled : book.ratesOf(instrument);
  return quietPricesOf(position, rates, episode);
}

/** When the next full hour of trading since the opening is over. */
function dueMsOf(
  { book, marks }: WatchServices,
  { exchange }: Instrument,
  { openedAtMs, reminder }: EpisodeRecord,
): number {
  const tradedMs = (Number(reminder) + 1) * hourMs;
  if (marks.isAlwaysTrading) return openedAtMs + tradedMs;
  return whenTraded(exchange, openedAtMs, tradedMs, book.holidays());
}
