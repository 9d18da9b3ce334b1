/** What a server's metrics tell of its feed. */
export type FeedMetrics = {
  readonly bad: number;
  /** What was bad, by its reason. */
  readonly badOf: Readonly<Record<string, number>>;
  readonly gaps: number;
  readonly heals: number;
  readonly lostFrames: number;
  readonly losses: number;
  readonly conflicts: number;
};

/** Reads what a server's metrics tell of its feed. */
export async function readFeedMetrics(port: number): Promise<FeedMetrics> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  const sumOf = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, "gm"))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    );
  return {
    bad: sumOf("oms_feed_bad_total"),
    badOf: Object.fromEntries(
      [...text.matchAll(/^oms_feed_bad_total\{reason="([a-z-]+)"\} (\d+)$/gm)].map(
        ([, reason = "", count]) => [reason, Number(count)],
      ),
    ),
    gaps: sumOf("oms_feed_gaps_total"),
    heals: sumOf("oms_feed_heals_total"),
    lostFrames: sumOf("oms_feed_lost_frames_total"),
    losses: sumOf("oms_feed_losses_total"),
    conflicts: sumOf("oms_feed_conflicts_total"),
  };
}
