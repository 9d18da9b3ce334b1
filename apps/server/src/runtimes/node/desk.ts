/** The timers of the desk, whose projection follows every account. */
import { setImmediate } from "node:timers/promises";
import { DeskMinutes, DeskProjection, SharedDesk, type WatchServices } from "@trading-oms/brokerage";
import type { Log } from "../../log-and-trace.ts";
import type { CallDesk } from "../../services.ts";
import { repeat, reportFirstFailure } from "./background.ts";
import type { DeskSettings } from "./settings/settings.ts";

/** Frequent enough to see changes by others well within a second. */
const followMs = 250;
/** After this long without the store, nothing is shown as if it were of now. */
const currentMsMax = 10_000;

/** The desk of this process, which hears of changes as the watch does. */
export type Desk = {
  readonly callDesk: CallDesk;
  readonly onBookChange: () => void;
  readonly onPriceChange: (symbols: Iterable<string>) => void;
  /** Reads all accounts in the background, and then follows them. */
  readonly begin: () => { readonly stop: () => Promise<void> };
};

type DeskWorld = {
  readonly log: Log;
  readonly isDemonstration: boolean;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number;
};

/** Prepares the desk. */
export function openDesk(
  services: WatchServices,
  { due, contactUrl }: DeskSettings,
  { log, isDemonstration, monotonicMs }: DeskWorld,
): Desk {
  const projection = new DeskProjection(services, { due, yieldToEventLoop: () => setImmediate() });
  const shared = new SharedDesk(projection, monotonicMs);
  const minutes = new DeskMinutes(projection, () => shared.show().figures);
  const logError = (thrown: unknown): void =>
    log({ level: "error", event: "following accounts for the desk failed", thrown });
  let followedMs = Number.NEGATIVE_INFINITY;
  const follow = reportFirstFailure(logError, async () => {
    await projection.follow();
    followedMs = monotonicMs();
    minutes.note();
  });
  return {
    callDesk: {
      projection,
      shared,
      minutes,
      isCurrent: () => monotonicMs() - followedMs < currentMsMax,
      startedAtMs: services.now(),
      contactUrl,
      isDemonstration,
    },
    onBookChange: () => projection.onBookChange(),
    onPriceChange: (symbols) => projection.onPriceChange(symbols),
    begin: () => {
      const following = repeat(follow, followMs);
      return {
        stop: async () => {
          projection.stop();
          await following.stop();
        },
      };
    },
  };
}
