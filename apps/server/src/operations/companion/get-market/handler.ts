import type { z } from "@hono/zod-openapi";
import type { routes, schemas } from "@trading-oms/contract/companion";
import { calendarDateOf, holidaysFrom, listSessions, type Session } from "@trading-oms/market";
import { publicHeaders, refreshBook } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, FeedHealth, MarketServices } from "../../../services.ts";

/** Tells the sessions of the exchanges, the holidays ahead, what is halted and the state of the feed. */
export function getMarket(services: MarketServices & ClockServices): Operation<typeof routes.getMarket> {
  return async (c) => {
    await refreshBook(services);
    return c.json(renderMarket(services), 200, publicHeaders);
  };
}

/** The state of the market now. */
export function renderMarket({
  now,
  book,
  feedHealth,
  marks,
}: Pick<MarketServices & ClockServices, "now" | "book" | "feedHealth" | "marks">): z.output<
  typeof schemas.MarketState
> {
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
