import type { ReferenceBook } from "@trading-oms/brokerage";
import type { Log } from "../../log.ts";

/** So often that what is changed elsewhere is seen well within a second. */
const periodMs = 250;

/** A look takes milliseconds, as does a part of a catalog; a store that takes longer than this for one is as good as away. */
const lookMsMaxByDefault = 2_000;

/** Keeps the book up to date; a store that can't be asked leaves it as it is, and is told of once until it answers. */
export function followBook(
  book: Pick<ReferenceBook, "refresh">,
  log: Log,
  lookMsMax: number = lookMsMaxByDefault,
): { readonly isFollowing: () => boolean; readonly stop: () => Promise<void> } {
  let isFollowing = true;
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let underWay: Promise<void> = Promise.resolve();
  schedule();
  return {
    isFollowing: () => isFollowing,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };

  function schedule(): void {
    timer = setTimeout(() => {
      underWay = look().finally(() => {
        if (!isStopped) schedule();
      });
    }, periodMs);
  }

  async function look(): Promise<void> {
    let patience = setTimeout(lose, lookMsMax);
    try {
      await book.refresh(() => {
        clearTimeout(patience);
        patience = setTimeout(lose, lookMsMax);
      });
      isFollowing = true;
    } catch (thrown) {
      lose(thrown);
    } finally {
      clearTimeout(patience);
    }
  }

  function lose(thrown?: unknown): void {
    if (isFollowing) log({ level: "error", event: "store not to be asked", thrown });
    isFollowing = false;
  }
}
