import type { MarkBook } from "@trading-oms/brokerage";
import type { FeedSettings } from "./feed-settings.ts";
import type { OpenedFeed } from "./opened-feed.ts";

/** A feed that says nothing for longer may be away: quotes are those of before. */
const silenceMsMax = 10_000;

/** Says what whoever reads quotes has to know of where they come from; undefined where there is nothing to say. */
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
