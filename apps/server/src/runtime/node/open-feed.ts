import { createProcessFeed } from "@trading-oms/feed";
import { type FeedSettings, isOnOurClock } from "./feed-settings.ts";
import type { OpenedFeed } from "./opened-feed.ts";
import { playExchange } from "./play-exchange.ts";

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
