import { MarginWatch, type WatchCounts, type WatchServices } from "@trading-oms/brokerage";

/** How one round of the watch is set up. */
export type WatchRound = {
  /** Names it on the rota, unlike any other. */
  readonly holder: string;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly tellFailure: (thrown: unknown) => void;
};

/** What a round came to; one that was not done in time leaves the rest to the next. */
export type WatchedRound = WatchCounts & { readonly isDone: boolean };

/** Less than half of the time after which others take a shard for free. */
const renewMs = 1_500;
/** So long whoever broke off without a word may still hold shards. */
const takeOverMsMax = 6_000;
/** Well before the next minute. */
const roundMsMax = 40_000;
const pauseMs = 20;

/** Reads all accounts, judges each position that its price reaches or whose reminder is due, and leaves the rota. */
export async function watchOnce(
  services: WatchServices,
  { holder, wait, tellFailure }: WatchRound,
): Promise<WatchedRound> {
  const { now } = services;
  const beganMs = now();
  let renewedMs = Number.NEGATIVE_INFINITY;
  const watch = new MarginWatch(services, { holder, breathe: () => wait(0), tellFailure });
  try {
    for (;;) {
      if (now() - renewedMs >= renewMs) {
        renewedMs = now();
        await watch.renew();
      }
      watch.tick();
      const counts = watch.counts();
      const elapsedMs = now() - beganMs;
      const isDone = isSettled(counts) && (counts.shardCount > 0 || elapsedMs >= takeOverMsMax);
      if (isDone || elapsedMs >= roundMsMax) return { ...counts, isDone };
      await wait(pauseMs);
    }
  } finally {
    await watch.stop();
  }
}

function isSettled({ loadingCount, unreadCount, underWayCount, laterCount }: WatchCounts): boolean {
  return loadingCount + unreadCount + underWayCount + laterCount === 0;
}
