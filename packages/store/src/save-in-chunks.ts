import type { QuoteRecord } from "@trading-oms/brokerage/ports";

/** Keeps one chunk of quotes, whole or not at all. */
type SaveChunk = (records: readonly QuoteRecord[]) => Promise<void>;

/** So few at once that nobody waits long for what they are written under. */
const quotesInChunkMax = 500;

/** After as many at once more are likely to come. */
const quotesBeforeRestMin = 100;

/**
 * Keeps quotes a chunk at a time, each after the one before. After many more are likely to come, so there is a
 * rest for whoever else wants to write: on SQLite those who wait for the lock only look now and then, and it is left free for as
 * long as it was held.
 */
export async function saveInChunks(
  records: readonly QuoteRecord[],
  save: SaveChunk,
  rest: (milliseconds: number) => Promise<void> = async () => {},
): Promise<void> {
  for (let start = 0; start < records.length; start += quotesInChunkMax) {
    const chunk = records.slice(start, start + quotesInChunkMax);
    const beganMs = performance.now();
    await save(chunk);
    if (chunk.length >= quotesBeforeRestMin) await rest(performance.now() - beganMs);
  }
}
