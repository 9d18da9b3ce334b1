import type { PageSource } from "@trading-oms/store";
import type { Log } from "../../log.ts";
import { renderFamily } from "../../render-family.ts";

/** Hears where each page of notifications was read. */
export type FollowedPages = {
  readonly tellSource: (source: PageSource) => void;
  readonly renderMetrics: () => string;
};

const sources: readonly PageSource[] = ["replica", "primary", "behind", "away", "strange"];

/** Counts pages by where they were read, and tells the log once of each thing that is wrong until the replica is read again. */
export function followPages(log: Log): FollowedPages {
  const counts = new Map<PageSource, number>();
  const told = new Set<PageSource>();
  return {
    tellSource: (source) => {
      counts.set(source, (counts.get(source) ?? 0) + 1);
      if (source === "replica" && told.size > 0) {
        told.clear();
        log({ level: "info", event: "the replica is read again" });
      }
      if ((source === "away" || source === "strange") && !told.has(source)) {
        told.add(source);
        log({ level: "warn", event: events[source] });
      }
    },
    renderMetrics: () =>
      renderFamily(
        "oms_notification_pages_total",
        "counter",
        "Pages of notifications by where they were read, and why not at the replica.",
        sources.map((source) => ({ labels: { source }, value: counts.get(source) ?? 0 })),
      ),
  };
}

const events = {
  away: "the replica is away, and the primary is read",
  strange: "what is named as replica is none of this primary, which is read instead",
} as const;
