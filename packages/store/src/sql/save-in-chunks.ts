import type { QuoteRecord } from "@trading-oms/brokerage/ports";

/** Keeps one chunk of quotes, whole or not at all. */
type SaveChunk = (records: readonly QuoteRecord[]) => Promise<void>;

/** So few at once that nobody waits long for what they are written under. */
const quotesInChunkMax = 500;

/** A chunk of as many is likely to be followed by another; fewer are all that there is. */
const quotesBeforeRestMin = 10;

/** Who waited long for the lock need not leave it free as long. */
const restMsMax = 250;

/**
 * Keeps quotes a chunk at a time, each after the one before. Where another is likely to follow there is a
 * rest for whoever else wants to write: on SQLite those who wait for the lock only look now and then, and it is left free for
 * twice as long as it was held: eight looks in vain, which take more than a tenth of a second, come then once in some thousands.
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
    if (chunk.length >= quotesBeforeRestMin)
      await rest(Math.min(restMsMax, 2 * (performance.now() - beganMs)));
  }
}
