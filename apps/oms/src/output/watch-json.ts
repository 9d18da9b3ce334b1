import type { CalledPosition, SymbolStatus, WatchStatus } from "@trading-oms/brokerage";
import { type Price, renderPrice } from "@trading-oms/market";
import { valuedPositionJson } from "./record-json.ts";
import { renderTime } from "./render-time.ts";

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
    watchers: watchers.map(({ holder, shardCount, untilMs }) => ({
      holder,
      shardCount,
      until: renderTime(untilMs),
    })),
    unwatchedShardCount,
    isPlayed,
    symbols: symbols.map(({ belowUnitVnd, aboveUnitVnd, belowPrice, abovePrice, ...counts }) => ({
      ...counts,
      belowPrice: priceJson(belowPrice),
      belowUnitVnd: belowUnitVnd ?? null,
      abovePrice: priceJson(abovePrice),
      aboveUnitVnd: aboveUnitVnd ?? null,
    })),
    called: called.map(calledJson),
  };
}

function priceJson(price: Price | undefined): number | null {
  return price === undefined ? null : Number(renderPrice(price));
}

function calledJson({ userId, accountId, valued, episode }: CalledPosition): object {
  return {
    userId,
    accountId,
    ...valuedPositionJson(valued),
    price: priceJson(valued.mark.price),
    byHand: valued.mark.isByHand,
    calledAt: renderTime(episode.openedAtMs),
    callNumber: episode.number,
    isForceCloseTold: episode.isForceCloseTold,
    remindedHours: episode.reminder,
  };
}
