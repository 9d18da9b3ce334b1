import type { CalledPosition, WatchStatus } from "@trading-oms/brokerage";
import type { Price } from "@trading-oms/market";
import { renderGroupedPrice } from "./render-grouped-price.ts";
import { renderMarkTime } from "./render-mark-time.ts";
import { renderNumber } from "./render-number.ts";
import { renderRatio } from "./render-ratio.ts";
import { renderTable } from "./render-table.ts";
import { renderTime } from "./render-time.ts";
import { stateOf } from "./state-of.ts";
import type { PricedStatus, ShownWatch } from "./watch-json.ts";

/** Writes who watches, what is watched and who is called, for people. */
export function renderWatch(
  { watchers, unwatchedShardCount, isPlayed, symbols, called }: ShownWatch,
  symbolAsked: string | undefined,
): string[] {
  const inSymbol = symbolAsked === undefined ? "" : ` in ${symbolAsked}`;
  return [
    ...renderWatchers(watchers),
    renderUnwatched(watchers.length, unwatchedShardCount),
    ...(isPlayed ? ["Prices are only played: whoever takes such judges by them, and so does this."] : []),
    "",
    ...(symbols.length === 0 ? [`Nobody holds a position${inSymbol}.`] : renderSymbols(symbols)),
    "",
    ...(called.length === 0 ? ["Nobody is called."] : renderCalled(called)),
  ];
}

function renderWatchers(watchers: WatchStatus["watchers"]): string[] {
  if (watchers.length === 0) return [];
  return renderTable(
    [{ title: "WATCHER" }, { title: "SHARDS", isNumber: true }, { title: "UNTIL" }],
    watchers.map(({ holder, shardCount, untilMs }) => [holder, String(shardCount), renderTime(untilMs)]),
  );
}

function renderUnwatched(watcherCount: number, shardCount: number): string {
  if (watcherCount === 0) return "Nobody watches: no call begins or ends by a price.";
  if (shardCount === 0) return "Every shard is watched.";
  const many = shardCount === 1 ? "1 shard is" : `${renderNumber(shardCount)} shards are`;
  return `${many} watched by nobody: no call of an account there begins or ends by a price.`;
}

function renderSymbols(symbols: readonly PricedStatus[]): string[] {
  return renderTable(
    [
      { title: "SYMBOL" },
      { title: "POSITIONS", isNumber: true },
      { title: "ARMED", isNumber: true },
      { title: "CALLED", isNumber: true },
      { title: "BELOW", isNumber: true },
      { title: "ABOVE", isNumber: true },
    ],
    symbols.map((each) => [
      each.symbol,
      renderNumber(each.positionCount),
      renderNumber(each.armedCount),
      renderNumber(each.calledCount),
      renderTrigger(each.belowPrice),
      renderTrigger(each.abovePrice),
    ]),
  );
}

function renderTrigger(price: Price | undefined): string {
  return price === undefined ? "none" : renderGroupedPrice(price);
}

function renderCalled(called: readonly CalledPosition[]): string[] {
  return renderTable(
    [
      { title: "ACCOUNT" },
      { title: "SYMBOL" },
      { title: "MARK", isNumber: true },
      { title: "MARKED" },
      { title: "RATIO", isNumber: true },
      { title: "CALL", isNumber: true },
      { title: "NEEDED VND", isNumber: true },
      { title: "STATE" },
      { title: "CALLED" },
      { title: "REMINDED", isNumber: true },
    ],
    called.map(({ accountId, valued, valued: { position, rates, mark, figures }, episode }) => [
      accountId,
      position.symbol,
      mark.price === undefined ? "" : renderGroupedPrice(mark.price),
      renderMarkTime(mark),
      renderRatio(figures.dealRatio),
      renderRatio(rates.marginCallRate),
      renderNumber(figures.neededVnd),
      stateOf(valued, [episode]),
      renderTime(episode.openedAtMs),
      episode.reminder === 0n ? "no" : `${renderNumber(episode.reminder)} h`,
    ]),
  );
}
