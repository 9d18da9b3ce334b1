import type { CalledPosition, SymbolStatus, WatchStatus } from "@trading-oms/brokerage";
import type { Price } from "@trading-oms/market";
import { heldPositionJson, priceOf } from "./record-json.ts";

/** What is watched of a symbol, with the prices on a step at which trading first reaches somebody. */
export type PricedStatus = SymbolStatus & {
  readonly belowPrice: Price | undefined;
  readonly abovePrice: Price | undefined;
};

/** What is shown of a watch. */
export type ShownWatch = Omit<WatchStatus, "symbols"> & { readonly symbols: readonly PricedStatus[] };

/** A watch as a program reads it. */
export function watchJson({ watchers, unwatchedShardCount, isPlayed, symbols, called }: ShownWatch): object {
  return {
    watchers: watchers.map(({ holder, shardCount, untilMs }) => ({ holder, shardCount, untilMs })),
    unwatchedShardCount,
    isPlayed,
    symbols: symbols.map(({ belowUnitVnd, aboveUnitVnd, belowPrice, abovePrice, ...counts }) => ({
      ...counts,
      belowPrice: priceOf(belowPrice),
      belowUnitVnd: belowUnitVnd ?? null,
      abovePrice: priceOf(abovePrice),
      aboveUnitVnd: aboveUnitVnd ?? null,
    })),
    called: called.map(calledJson),
  };
}

function calledJson({ userId, accountId, valued, episode }: CalledPosition): object {
  return {
    userId,
    accountId,
    ...heldPositionJson(valued, [episode]),
    calledAtMs: episode.openedAtMs,
    callNumber: episode.number,
    isForceCloseTold: episode.isForceCloseTold,
    remindedHours: episode.reminder,
  };
}
