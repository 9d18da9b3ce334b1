import type { Verifier } from "@trading-oms/access";
import { type MarketEngine, storeErrorCodeOf, type WatchState } from "@trading-oms/brokerage";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { Log } from "../../../log-and-trace.ts";
import type { Readiness } from "../../../services.ts";
import { repeat } from "../background.ts";

/** Frequent enough to see changes by others well within a second. */
const periodMs = 250;

/** Why a check of the store failed: its own error code, or anything else. A check that takes too long is `late`. */
type StoreTrouble = StoreErrorCode | "failing";

/** Polls the store for a market: the one timer that reads it. While it is unavailable, the market stays as it is; that is logged once. */
export function pollStore(
  market: Pick<MarketEngine, "poll">,
  log: Log,
  // A check takes milliseconds, as does a part of a catalog.
  lookMsMax = 2_000,
): { readonly trouble: () => StoreTrouble | undefined; readonly stop: () => Promise<void> } {
  let trouble: StoreTrouble | undefined;
  const { stop } = repeat(look, periodMs);
  return { trouble: () => trouble, stop };

  async function look(): Promise<void> {
    let timer = setTimeout(lose, lookMsMax, "late");
    try {
      await market.poll(() => {
        clearTimeout(timer);
        timer = setTimeout(lose, lookMsMax, "late");
      });
      trouble = undefined;
    } catch (thrown) {
      lose(storeErrorCodeOf(thrown) ?? "failing", thrown);
    } finally {
      clearTimeout(timer);
    }
  }

  function lose(reason: StoreTrouble, thrown?: unknown): void {
    if (trouble === undefined) log({ level: "error", event: "store check failed", thrown });
    trouble = reason;
  }
}

/**
 * Answers from known state without waiting; a slow key host must not delay a process that has keys. A watch that is loading
 * makes the process unready only while no other process watches.
 */
export function checkReadiness(
  verifier: Pick<Verifier, "warm" | "isReady">,
  others: {
    readonly storeTrouble: StoreTrouble | undefined;
    readonly serving: boolean;
    readonly watch?: WatchState | undefined;
    /** Whether the clock of this process is wrong by the store's; omitted where there is no other clock. */
    readonly isClockWrong?: boolean | undefined;
  },
): Readiness {
  void verifier.warm();
  const { storeTrouble, serving, watch, isClockWrong } = others;
  const isLoading = watch?.isLoading === true;
  const checks = {
    store: storeTrouble === undefined,
    keys: verifier.isReady(),
    watch: !isLoading || watch.hasOthers,
    ...(isClockWrong === undefined ? {} : { clock: !isClockWrong }),
    serving,
  };
  const reasons = {
    ...(storeTrouble === undefined ? {} : { store: storeTrouble }),
    ...(isLoading ? { watch: "loading" } : {}),
  };
  return {
    isReady: Object.values(checks).every(Boolean),
    checks,
    ...(Object.keys(reasons).length === 0 ? {} : { reasons }),
  };
}

/** How long a failed request counts against the store, because no later request may use it. */
const rememberedMs = 5_000;

export function rememberStoreFailures(
  log: Log,
  nowMs: () => number,
): {
  readonly note: (code: StoreErrorCode) => void;
  readonly trouble: () => StoreErrorCode | undefined;
} {
  let last: { readonly code: StoreErrorCode; readonly untilMs: number } | undefined;
  const trouble = (): StoreErrorCode | undefined =>
    last !== undefined && nowMs() < last.untilMs ? last.code : undefined;
  return {
    note: (code) => {
      if (trouble() === undefined) log({ level: "error", event: "store requests failing", reason: code });
      last = { code, untilMs: nowMs() + rememberedMs };
    },
    trouble,
  };
}
