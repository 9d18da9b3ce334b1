/** The state of the market, as `getMarket`, the stream and the status of the desk have it. */
import type { z } from "@hono/zod-openapi";
import type { schemas } from "@trading-oms/contract/companion";
import { calendarDateOf, holidaysFrom, listSessions, type Session } from "@trading-oms/market";
import type { FeedHealth, MarketServices } from "../../services.ts";

export function renderMarket({
  now,
  book,
  feedHealth,
  marks,
}: Pick<MarketServices, "feedHealth" | "marks"> & {
  readonly now: () => number;
  readonly book: Pick<MarketServices["book"], "holidays">;
}): z.output<typeof schemas.MarketState> {
  const time = now();
  const holidays = book.holidays();
  const exchanges = listSessions(time, holidays).map(({ exchange, session, changesAtMs }) => ({
    exchange,
    session: sessionNames[session],
    changesAt: changesAtMs ?? null,
  }));
  const ahead = holidaysFrom(calendarDateOf(time), holidays);
  const halted = marks?.haltedSymbols() ?? [];
  return { time, exchanges, holidays: ahead, halted, feed: renderFeed(feedHealth?.()) };
}

type FeedState = z.output<typeof schemas.FeedState>;

function renderFeed(health: FeedHealth | undefined): FeedState {
  if (health === undefined) return { status: "none", isSimulated: false };
  const { silentSinceMs, isSimulated } = health;
  return silentSinceMs === undefined
    ? { status: "alive", isSimulated }
    : { status: "silent", silentSince: silentSinceMs, isSimulated };
}

const sessionNames = {
  "opening-auction": "openingAuction",
  continuous: "continuous",
  "closing-auction": "closingAuction",
  "post-close": "postClose",
  closed: "closed",
} as const satisfies Record<Session, string>;
