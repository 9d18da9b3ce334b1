import type { MarkBook } from "@trading-oms/brokerage";
import { createProcessFeed } from "@trading-oms/feed";
import type { FeedHealth } from "../../../services.ts";
import { type FeedSettings, isOnOurClock } from "../settings/settings.ts";
import type { OpenedFeed } from "./open-market.ts";
import { playExchange } from "./simulated-exchange.ts";

const nothingToStop = { stop: async () => {} };

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
          return playExchange(settings, { ...stage, tell: feed.publish });
        },
      };
    }
    case "nats": {
      // Loaded only if needed.
      const { subscribeToNats } = await import("./nats-feed.ts");
      return subscribeToNats(settings);
    }
  }
}

/** After this silence the feed may be down, so quotes may be stale. */
const silenceMsMax = 10_000;

/** Watches the age of the last message; undefined without a feed. */
export function watchFeed(
  { kind, isSimulated }: Pick<FeedSettings, "kind"> & Pick<OpenedFeed, "isSimulated">,
  marks: Pick<MarkBook, "heardAtMs">,
  now: () => number,
): (() => FeedHealth) | undefined {
  if (kind === "none") return undefined;
  const sinceMs = now();
  return () => {
    const heardAtMs = marks.heardAtMs() ?? sinceMs;
    const isSilent = now() - heardAtMs > silenceMsMax;
    return { silentSinceMs: isSilent ? heardAtMs : undefined, isSimulated: isSimulated() };
  };
}
