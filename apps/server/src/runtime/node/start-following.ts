import { setImmediate } from "node:timers/promises";
import type { MarketDesk, WatchServices } from "@trading-oms/brokerage";
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

/** Keeps books, desk and prices up to date, and watches positions where that is this process's to do. */
export async function startFollowing(
  services: WatchServices & { readonly desk: Pick<MarketDesk, "follow"> },
  world: WatchWorld & { readonly isWatching: boolean },
): Promise<Following> {
  const { book, desk, marks } = services;
  const watching = world.isWatching ? await runWatch(services, world) : undefined;
  const tell = (thrown: unknown): void =>
    world.log({ level: "error", event: "catalog not to be listed", thrown });
  // A large catalog takes seconds; prices and the store's health wait for none of it, and searches only for the first.
  const list = (): Promise<void> => desk.follow(() => setImmediate()).catch(tell);
  let listing = list();
  const refresh = async (): Promise<boolean> => {
    const isNew = await book.refresh();
    if (isNew) watching?.heedBook();
    listing = list();
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
      await Promise.all([watching?.stop(), listing]);
    },
  };
}
