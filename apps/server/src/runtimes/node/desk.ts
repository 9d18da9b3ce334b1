/** The timers of the desk, whose projection follows every account. */
import { setImmediate } from "node:timers/promises";
import { DeskMinutes, DeskProjection, type WatchServices } from "@trading-oms/brokerage";
import type { Log } from "../../http/log-and-trace.ts";
import type { CallDesk } from "../../services.ts";
import { repeat, reportFirstFailure } from "./background.ts";
import type { DeskSettings } from "./settings/settings.ts";

/** Frequent enough to see changes by others well within a second. */
const followMs = 250;

/** The desk of this process, which hears of changes as the watch does. */
export type Desk = {
  readonly callDesk: CallDesk;
  readonly onBookChange: () => void;
  readonly onPriceChange: (symbols: Iterable<string>) => void;
  /** Reads all accounts in the background, and then follows them. */
  readonly begin: () => { readonly stop: () => Promise<void> };
};

/** Prepares the desk. */
export function openDesk(
  services: WatchServices,
  { due, contactUrl }: DeskSettings,
  { log, isDemonstration }: { readonly log: Log; readonly isDemonstration: boolean },
): Desk {
  const projection = new DeskProjection(services, { due, yieldToEventLoop: () => setImmediate() });
  const minutes = new DeskMinutes(projection);
  const logError = (thrown: unknown): void =>
    log({ level: "error", event: "following accounts for the desk failed", thrown });
  const follow = reportFirstFailure(logError, async () => {
    await projection.follow();
    minutes.note();
  });
  return {
    callDesk: { projection, minutes, startedAtMs: services.now(), contactUrl, isDemonstration },
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
