import { setImmediate } from "node:timers/promises";
import type { MarkBook, MarketDesk } from "@trading-oms/brokerage";
import type { Feed, FeedMessage } from "@trading-oms/brokerage/ports";
import type { Application } from "@trading-oms/market";
import type { Log } from "../../log.ts";
import { renderFamily } from "../../render-family.ts";
import { repeat } from "./repeat.ts";
import { tellOnce } from "./tell-once.ts";
import { tellSeldom } from "./tell-seldom.ts";

/** Whoever asks for symbols sees them in the order of what was traded a second ago. */
const orderMs = 1_000;
/** How soon a feed that could not be followed is tried again. */
const againMsByDefault = 2_000;

/** A feed on its way to whoever hears it. */
export type PumpedFeed = {
  /** Has the state of symbols told again. */
  readonly need: (symbols: readonly string[]) => void;
  readonly renderMetrics: () => string;
  /** Resolves when the last message has been taken. */
  readonly stop: () => Promise<void>;
};

/** Whom a feed is pumped to: quotes first, then last prices, then those who wait for a price. */
export type FeedHearers = {
  readonly desk: Pick<MarketDesk, "apply" | "takeChangedSymbolsIn">;
  readonly marks: Pick<MarkBook, "hear" | "heardAtMs" | "refusedCount">;
  readonly heed: (symbols: Iterable<string>) => void;
  readonly isListed: (symbol: string) => boolean;
  /** Is told now and then of the symbols whose quotes have changed. */
  readonly note: (symbols: Iterable<string>) => void;
  readonly now: () => number;
  readonly log: Log;
};

/** Pumps a feed to those who hear it; one that fails is tried again, and nobody waits for it. */
export function pumpFeed(
  feed: Feed,
  { desk, marks, heed, isListed, note, now, log }: FeedHearers,
  againMs: number = againMsByDefault,
): PumpedFeed {
  const counts: Record<Application, number> = { applied: 0, old: 0, gap: 0, "unknown-symbol": 0 };
  const tell = (event: string) => (thrown: unknown) => log({ level: "error", event, thrown });
  const tellMessage = tellSeldom(tell("a message of the feed not to be taken"));
  let following: Awaited<ReturnType<Feed["follow"]>> | undefined;
  const beginning = repeat(
    tellOnce(tell("the feed not to be followed"), async () => {
      following ??= await feed.follow(take, isListed);
    }),
    againMs,
  );
  const order = async (): Promise<void> => note(await desk.takeChangedSymbolsIn(() => setImmediate()));
  const ordering = repeat(order, orderMs);
  return {
    // Whoever does not follow yet will be told of everything.
    need: (symbols) => following?.need(symbols),
    renderMetrics: () => renderFeed(counts, marks, now()),
    stop: async () => {
      await beginning.stop();
      await following?.stop();
      await ordering.stop();
      await order();
    },
  };

  /** Gives the symbols of which the board stands elsewhere than the feed, so that they are told of anew. */
  function take(messages: readonly FeedMessage[]): readonly string[] {
    const lost = new Set<string>();
    for (const message of messages) {
      const application = show(message);
      const isLost = application === "old" || application === "gap";
      if (isLost && message.kind !== "heartbeat") lost.add(message.symbol);
    }
    // Whoever waits for a price is not to miss it because a quote could not be shown.
    try {
      heed(marks.hear(messages));
    } catch (thrown) {
      tellMessage(thrown);
    }
    return [...lost];
  }

  function show(message: FeedMessage): Application | undefined {
    try {
      const application = desk.apply(message);
      counts[application] += 1;
      return application;
    } catch (thrown) {
      tellMessage(thrown);
      return undefined;
    }
  }
}

function renderFeed(
  counts: Readonly<Record<Application, number>>,
  marks: Pick<MarkBook, "heardAtMs" | "refusedCount">,
  nowMs: number,
): string {
  const heardAtMs = marks.heardAtMs();
  const ageS = heardAtMs === undefined ? Number.NaN : Math.max(0, nowMs - heardAtMs) / 1_000;
  return [
    renderFamily(
      "oms_feed_messages_total",
      "counter",
      "Messages of the feed: applied; old or after a gap, and asked for anew; of symbols that are not listed.",
      Object.entries(counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
    ),
    renderFamily(
      "oms_feed_age_seconds",
      "gauge",
      "How long ago the feed was heard; NaN where it never was.",
      [{ value: ageS }],
    ),
    renderFamily("oms_prices_refused_total", "counter", "Prices of feeds that could not be true.", [
      { value: marks.refusedCount() },
    ]),
  ].join("");
}
