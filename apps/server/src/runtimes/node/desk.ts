/** The desk of a server, whose projection follows every account. */
import { setImmediate } from "node:timers/promises";
import {
  DeskMinutes,
  DeskProjection,
  type MarketEngine,
  SharedDesk,
  type WatchServices,
} from "@trading-oms/brokerage";
import type { Log } from "../../log-and-trace.ts";
import type { CallDesk } from "../../services.ts";
import { logFirstFailure } from "./background.ts";
import type { DeskSettings } from "./settings/settings.ts";

/** After this long without the store, nothing is shown as if it were of now. */
const currentMsMax = 10_000;

type DeskWorld = {
  readonly log: Log;
  readonly isDemonstration: boolean;
  readonly monotonicMs: () => number;
};

/** Opens the desk, which reads all accounts in the background after the first poll of its market, and then follows them. */
export function openDesk(
  services: WatchServices & { readonly market: Pick<MarketEngine, "listen"> },
  { due, contactUrl }: DeskSettings,
  { log, isDemonstration, monotonicMs }: DeskWorld,
): { readonly callDesk: CallDesk; readonly stop: () => void } {
  const projection = new DeskProjection(services, { due, yieldToEventLoop: () => setImmediate() });
  const shared = new SharedDesk(projection, monotonicMs);
  const minutes = new DeskMinutes(projection, () => shared.show().figures);
  let followedMs = Number.NEGATIVE_INFINITY;
  services.market.listen({
    onBookChange: () => projection.onBookChange(),
    onPriceChange: (symbols) => projection.onPriceChange(symbols),
    followed: () => projection.followed(),
    follow: logFirstFailure(log, "following accounts for the desk failed", async (found) => {
      await projection.follow(found);
      followedMs = monotonicMs();
      minutes.note();
    }),
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
    stop: () => projection.stop(),
  };
}
