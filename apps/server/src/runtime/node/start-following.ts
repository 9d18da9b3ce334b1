import type { WatchServices } from "@trading-oms/brokerage";
import { followBook } from "./follow-book.ts";
import { runWatch, type WatchWorld } from "./run-watch.ts";

/** Everything that goes on besides requests, for as long as the server is there. */
export type Following = {
  /** Whether the store could be asked when it was asked last. */
  readonly isFollowing: () => boolean;
  readonly renderMetrics: () => string;
  /** Leaves watching to others, while requests are still answered. */
  readonly leaveWatch: () => void;
  readonly stop: () => Promise<void>;
};

/** Keeps books and prices up to date, and watches positions where that is this process's to do. */
export async function startFollowing(
  services: WatchServices,
  world: WatchWorld & { readonly isWatching: boolean },
): Promise<Following> {
  const { book, marks } = services;
  const watching = world.isWatching ? await runWatch(services, world) : undefined;
  const refresh = async (): Promise<boolean> => {
    const isNew = await book.refresh();
    if (isNew) watching?.heedBook();
    const changed = await marks.refresh();
    watching?.heed(changed);
    return isNew || changed.size > 0;
  };
  const following = followBook({ refresh }, world.log);
  return {
    isFollowing: following.isFollowing,
    renderMetrics: () => watching?.renderMetrics() ?? "",
    // Whatever comes of it comes of `stop` as well.
    leaveWatch: () => void watching?.stop().catch(() => {}),
    stop: async () => {
      await following.stop();
      await watching?.stop();
    },
  };
}
