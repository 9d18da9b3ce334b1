import type { MarkBook } from "@trading-oms/brokerage";
import { createProcessFeed } from "@trading-oms/feed";
import { type FeedSettings, isOnOurClock } from "../settings.ts";
import type { OpenedFeed } from "./books.ts";
import { playExchange } from "./simulated-exchange.ts";

const nothingToStop = { stop: async () => {} };

/** Opens the feed of the settings. */
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

/** Returns a note on the origin and age of quotes; undefined if there is nothing to report. */
export function describeFeed(
  { kind, isSimulated }: Pick<FeedSettings, "kind"> & Pick<OpenedFeed, "isSimulated">,
  marks: Pick<MarkBook, "heardAtMs">,
  now: () => number,
): () => string | undefined {
  const sinceMs = now();
  return () => {
    if (kind === "none") return undefined;
    const silentMs = now() - (marks.heardAtMs() ?? sinceMs);
    const said: string[] = [];
    if (isSimulated()) said.push("Prices are simulated.");
    if (silentMs > silenceMsMax) {
      said.push(`No feed heard for ${Math.floor(silentMs / 1_000)} s: last known state.`);
    }
    return said.length === 0 ? undefined : said.join(" ");
  };
}
