import {
  type CalledPosition,
  findAccountKey,
  openReferenceBook,
  type ReferenceBook,
  readWatchStatus,
  reservedChains,
  type SymbolStatus,
  type WatchStatus,
} from "@trading-oms/brokerage";
import { firstStepPast, onePrice, type Price } from "@trading-oms/market";
import { type Command, type CommandServices, refuse, unlessRefused, type World } from "../../cli/command.ts";
import { heldPositionJson, priceOf } from "../../cli/json.ts";
import { renderMarkTime, stateOf } from "../../cli/positions.ts";
import {
  type Columns,
  renderGroupedPrice,
  renderNumber,
  renderRatio,
  renderTable,
  renderTime,
  showProgress,
} from "../../cli/text.ts";

const watchStatus: Command = {
  words: ["watch", "status"],
  options: {
    account: { value: "ACCOUNT", about: "only the calls of this account", otherwise: "all" },
    symbol: { value: "SYMBOL", about: "only this symbol and its calls", otherwise: "all" },
  },
  summary: "Shows which servers watch, at which prices the next calls begin or end, and the open calls.",
  about:
    "ARMED counts the positions with such a price. BELOW and ABOVE are the nearest prices below and above the last one at which a position is judged, so that a call begins, becomes a force close, or ends. They are on a price step, the first that trading reaches, in VND or index points; with --json the exact worth of one unit is shown as well. Positions beyond their price already have none. REMINDED is the last hour of trading at which a reminder of an open call was sent or skipped. Every account is evaluated with the stored prices and rates. While a simulation is running, its prices are used, as by servers with a simulated feed.",
  example: "oms watch status --symbol FPT",
  run: async (input, { open, world }) => {
    const services = await open();
    const accountId = input.option("account");
    if (accountId !== undefined) unlessRefused(await findAccountKey(services, accountId));
    const book = await openReferenceBook(services);
    const status = await readStatus({ ...services, book }, world);
    const symbol = input.option("symbol");
    const isSelected = (each: { readonly symbol: string }) => symbol === undefined || each.symbol === symbol;
    const symbols = status.symbols.filter(isSelected);
    if (symbol !== undefined && symbols.length === 0 && book.findInstrument(symbol) === undefined) {
      refuse("no_such_instrument", `${symbol} is not listed.`);
    }
    const shown: ShownWatch = {
      ...status,
      symbols: symbols.map((each) => withPrices(book, each)),
      called: status.called.filter(
        (each) =>
          (accountId === undefined || each.accountId === accountId) && isSelected(each.valued.position),
      ),
    };
    return { json: watchJson(shown), lines: renderWatch(shown, symbol) };
  },
};

async function readStatus(services: CommandServices, world: World): ReturnType<typeof readWatchStatus> {
  const rowCounts = await services.store.countRows();
  const total = Math.max(0, (rowCounts["account"] ?? 0) - reservedChains.length);
  const progress = showProgress(world, "Reading", "accounts");
  const status = await readWatchStatus(services, (count) =>
    progress.update(count, total > 0 ? count / total : undefined),
  );
  progress.end();
  return status;
}

function withPrices(book: ReferenceBook, status: SymbolStatus): PricedStatus {
  const instrument = book.findInstrument(status.symbol);
  // The step at which trading first reaches a worth of one unit, so one that is exactly on a step counts.
  const priceAt = (unitVnd: bigint | undefined, direction: "below" | "above", past: bigint) =>
    instrument === undefined || unitVnd === undefined
      ? undefined
      : firstStepPast(
          instrument,
          { numerator: unitVnd * onePrice + past, denominator: instrument.contractSize ?? 1n },
          direction,
        );
  return {
    ...status,
    belowPrice: priceAt(status.belowUnitVnd, "below", 1n),
    abovePrice: priceAt(status.aboveUnitVnd, "above", -1n),
  };
}

/** The watch of a symbol, with the nearest price steps at which a position is judged. */
type PricedStatus = SymbolStatus & {
  readonly belowPrice: Price | undefined;
  readonly abovePrice: Price | undefined;
};

/** The part of the watch that the options select. */
type ShownWatch = Omit<WatchStatus, "symbols"> & { readonly symbols: readonly PricedStatus[] };

function watchJson({ watchers, unwatchedShardCount, isPlayed, symbols, called }: ShownWatch): object {
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
    isForceCloseNotified: episode.isForceCloseNotified,
    remindedHours: episode.reminder,
  };
}

/** Renders the servers that watch, the symbols, and the open calls. */
function renderWatch(
  { watchers, unwatchedShardCount, isPlayed, symbols, called }: ShownWatch,
  selectedSymbol: string | undefined,
): string[] {
  const inSymbol = selectedSymbol === undefined ? "" : ` in ${selectedSymbol}`;
  return [
    ...renderWatchers(watchers),
    renderUnwatched(watchers.length, unwatchedShardCount),
    ...(isPlayed ? ["Prices are simulated, and used as by servers with a simulated feed."] : []),
    "",
    ...(symbols.length === 0 ? [`There are no positions${inSymbol}.`] : renderTable(symbols, symbolColumns)),
    "",
    ...(called.length === 0 ? ["No position is called."] : renderTable(called, calledColumns)),
  ];
}

function renderWatchers(watchers: WatchStatus["watchers"]): string[] {
  if (watchers.length === 0) return [];
  return renderTable(watchers, {
    WATCHER: ({ holder }) => holder,
    "#SHARDS": ({ shardCount }) => String(shardCount),
    UNTIL: ({ untilMs }) => renderTime(untilMs),
  });
}

function renderUnwatched(watcherCount: number, shardCount: number): string {
  if (watcherCount === 0) return "No server watches: price changes begin and end no calls.";
  if (shardCount === 0) return "Every shard is watched.";
  const many = shardCount === 1 ? "1 shard is" : `${renderNumber(shardCount)} shards are`;
  return `${many} not watched: price changes begin and end no calls of accounts there.`;
}

const symbolColumns: Columns<PricedStatus> = {
  SYMBOL: ({ symbol }) => symbol,
  "#POSITIONS": ({ positionCount }) => positionCount,
  "#ARMED": ({ armedCount }) => armedCount,
  "#CALLED": ({ calledCount }) => calledCount,
  "#BELOW": ({ belowPrice }) => renderTrigger(belowPrice),
  "#ABOVE": ({ abovePrice }) => renderTrigger(abovePrice),
};

function renderTrigger(price: Price | undefined): string {
  return price === undefined ? "none" : renderGroupedPrice(price);
}

const calledColumns: Columns<CalledPosition> = {
  ACCOUNT: ({ accountId }) => accountId,
  SYMBOL: ({ valued: { position } }) => position.symbol,
  "#MARK": ({ valued: { mark } }) => (mark.price === undefined ? "" : renderGroupedPrice(mark.price)),
  MARKED: ({ valued: { mark } }) => renderMarkTime(mark),
  "#RATIO": ({ valued: { figures } }) => renderRatio(figures.dealRatio),
  "#CALL": ({ valued: { rates } }) => renderRatio(rates.marginCallRate),
  "#NEEDED VND": ({ valued: { figures } }) => figures.neededVnd,
  STATE: ({ valued, episode }) => stateOf(valued, [episode]),
  CALLED: ({ episode }) => renderTime(episode.openedAtMs),
  "#REMINDED": ({ episode }) => (episode.reminder === 0n ? "no" : `${renderNumber(episode.reminder)} h`),
};

export const watchCommands: readonly Command[] = [watchStatus];
