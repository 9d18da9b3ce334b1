import type { Feed } from "@trading-oms/brokerage/ports";
import { createProcessFeed } from "@trading-oms/feed";
import type { Log } from "../../log.ts";
import { type FeedSettings, isOnOurClock } from "./feed-settings.ts";
import type { Books } from "./open-books.ts";
import { playExchange } from "./play-exchange.ts";

/** A feed, and what is left to do once there are books to play from. */
export type OpenedFeed = {
  readonly feed: Feed | undefined;
  /** Whether prices of it that were taken may have been played and paid by nobody. */
  readonly isSimulated: () => boolean;
  readonly begin: (stage: Pick<Books, "book" | "marks"> & FeedStage) => {
    readonly stop: () => Promise<void>;
  };
  readonly renderMetrics?: () => string;
};

type FeedStage = { readonly now: () => number; readonly log: Log };

const nothingToStop = { stop: async () => {} };

/** Opens the feed that the settings name. */
export async function openFeed(settings: FeedSettings): Promise<OpenedFeed> {
  switch (settings.kind) {
    case "none":
      return { feed: undefined, isSimulated: () => false, begin: () => nothingToStop };
    case "simulated": {
      const { seed, speed, hours } = settings;
      const feed = createProcessFeed({ isAlwaysTrading: !isOnOurClock(settings) });
      return {
        feed,
        isSimulated: () => true,
        begin: (stage) => {
          stage.log({ level: "info", event: "prices are simulated", notes: { seed, speed, hours } });
          return playExchange(settings, { ...stage, tell: feed.tell });
        },
      };
    }
    case "nats": {
      // Only who needs it waits for it to be loaded.
      const { hearNats } = await import("./hear-nats.ts");
      return hearNats(settings);
    }
  }
}
