import { setImmediate } from "node:timers/promises";
import { type MarketEngine, openMarket, type Services } from "@trading-oms/brokerage";
import type { Feed } from "@trading-oms/brokerage/ports";
import type { Registry } from "prom-client";
import type { Log } from "../../../log-and-trace.ts";
import { throttleReports } from "../background.ts";

/** Opens the market of a server. That simulated prices in the store are ignored, because the feed is real, is logged. */
export async function openServerMarket(
  services: Pick<Services, "store" | "now"> & { readonly log: Log },
  feed: Pick<Feed, "isAlwaysTrading" | "isDoubtful"> | undefined,
  isPlayed = false,
): Promise<MarketEngine> {
  const { log } = services;
  const market = await openMarket(services, {
    isAlwaysTrading: feed?.isAlwaysTrading,
    isDoubtful: feed?.isDoubtful,
    isPlayed,
    yieldToEventLoop: () => setImmediate(),
    onFaultyMessage: throttleReports((thrown) =>
      log({ level: "error", event: "processing a feed message failed", thrown }),
    ),
  });
  const count = market.marks.passedOverCount();
  const notes = { count, until: "a price is set by hand or told by a feed" };
  if (count > 0) log({ level: "info", event: "simulated prices ignored", notes });
  return market;
}

/** A feed, and how to start it once the market is open. */
export type OpenedFeed = {
  readonly feed: Feed | undefined;
  /** Whether prices of this feed may be simulated. */
  readonly isSimulated: () => boolean;
  readonly begin: (stage: Pick<MarketEngine, "book" | "marks"> & FeedStage) => {
    readonly stop: () => Promise<void>;
  };
};

type FeedStage = { readonly now: () => number; readonly log: Log; readonly registry: Registry };
