import type { QuoteRecord } from "@trading-oms/brokerage/ports";

/** Saves one chunk of quotes atomically. */
type SaveChunk = (records: readonly QuoteRecord[]) => Promise<void>;

/** Limits how long one chunk holds the write lock. */
const quotesInChunkMax = 500;

/** A chunk of this size or more is probably followed by another. */
const quotesBeforePauseMin = 10;

/** Caps the pause when most of the measured time was waiting for the lock. */
const pauseMsMax = 250;

/**
 * Saves quotes chunk by chunk, in order, and pauses after a chunk that another one probably follows.
 *
 * On SQLite, connections that wait for the write lock only poll for it. The pause is twice as long as the lock was held, so that
 * a waiting connection misses the lock eight times in a row, more than 0.1 s, only once in several thousand times.
 */
export async function saveInChunks(
  records: readonly QuoteRecord[],
  save: SaveChunk,
  pause?: (milliseconds: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < records.length; start += quotesInChunkMax) {
    const chunk = records.slice(start, start + quotesInChunkMax);
    const beganMs = performance.now();
    await save(chunk);
    if (chunk.length >= quotesBeforePauseMin)
      await pause?.(Math.min(pauseMsMax, 2 * (performance.now() - beganMs)));
  }
}
