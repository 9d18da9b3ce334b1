import type { QuoteRecord } from "@trading-oms/brokerage/ports";

/** Keeps one chunk of quotes, whole or not at all. */
type SaveChunk = (records: readonly QuoteRecord[]) => Promise<void>;

/** So few at once that nobody waits long for what they are written under. */
const quotesInChunkMax = 500;

/** Keeps quotes a chunk at a time, each after the one before. */
export async function saveInChunks(records: readonly QuoteRecord[], save: SaveChunk): Promise<void> {
  for (let start = 0; start < records.length; start += quotesInChunkMax) {
    await save(records.slice(start, start + quotesInChunkMax));
  }
}
