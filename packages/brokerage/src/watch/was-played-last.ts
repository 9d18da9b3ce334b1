import type { MarkRecord, Store } from "../ports/index.ts";

const marksInPart = 2_000;

/**
 * Whether the feed that told the store of a price last was an exchange that is only played. Nobody knows from afar who plays; but
 * whoever plays tells all the time, and the first price that is paid ends it.
 */
export async function wasPlayedLast(store: Pick<Store, "listMarksSince">): Promise<boolean> {
  let last: MarkRecord | undefined;
  let after: string | undefined;
  for (;;) {
    const part = await store.listMarksSince({ version: -1, after, limit: marksInPart });
    for (const mark of part) {
      if (!mark.isByHand && mark.atMs >= (last?.atMs ?? 0)) last = mark;
    }
    if (part.length < marksInPart) return last?.isPlayed === true;
    after = part.at(-1)?.symbol;
  }
}
