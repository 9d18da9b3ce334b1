import type { MarkBook } from "@trading-oms/brokerage";
import type { FeedSettings } from "./feed-settings.ts";

/** A feed that says nothing for longer may be away: quotes are those of before. */
const silenceMsMax = 10_000;

/** Says what whoever reads quotes has to know of where they come from; undefined where there is nothing to say. */
export function describeFeed(
  { kind }: Pick<FeedSettings, "kind">,
  { marks, sinceMs, nowMs }: DescribedFeed,
): string | undefined {
  if (kind === "none") return undefined;
  const silentMs = nowMs - (marks.heardAtMs() ?? sinceMs);
  const said = [
    kind === "simulated" ? "Prices are simulated." : undefined,
    silentMs > silenceMsMax
      ? `No feed heard for ${Math.floor(silentMs / 1_000)} s: last known state.`
      : undefined,
  ].filter((sentence) => sentence !== undefined);
  return said.length === 0 ? undefined : said.join(" ");
}

/** What is known of a feed now, and since when it could be heard. */
export type DescribedFeed = {
  readonly marks: Pick<MarkBook, "heardAtMs">;
  readonly sinceMs: number;
  readonly nowMs: number;
};
