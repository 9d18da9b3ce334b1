import {
  type CalledPosition,
  findAccountKey,
  openReferenceBook,
  type ReferenceBook,
  readWatchStatus,
  type Services,
  type SymbolStatus,
  type WatchStatus,
} from "@trading-oms/brokerage";
import { type Instrument, onePrice, type Price, priceStepOf } from "@trading-oms/market";
import { type Command, refuse, unlessRefused, type World } from "../cli/command.ts";
import { heldPositionJson, priceOf } from "../cli/json.ts";
import { renderMarkTime, stateOf } from "../cli/positions.ts";
import {
  type Columns,
  renderGroupedPrice,
  renderNumber,
  renderRatio,
  renderTable,
  renderTime,
  showProgress,
} from "../cli/text.ts";

const watchStatus: Command = {
  words: ["watch", "status"],
  options: {
    account: { value: "ACCOUNT", about: "the calls of this account alone", otherwise: "of all" },
    symbol: { value: "SYMBOL", about: "this symbol and its calls alone", otherwise: "every one" },
  },
  summary: "Shows which servers watch, where the next calls begin or end, and who is called.",
  about:
    "ARMED counts the positions that some price reaches. BELOW and ABOVE are the nearest prices on either side of the last one at which somebody is judged: called, told of a force close, or out of a call. They are prices on a step, the first that trading reaches, in VND or index points; with --json the exact worth of one unit stands beside them. Positions that the last price reaches already have no such price. REMINDED is the hours of trading up to which an open call was reminded of, or let pass. Every account is read, by the prices and rates that are kept; by prices that were only played where the feed that told of one last was a simulated exchange, as servers that play judge.",
  example: "oms watch status --symbol FPT",
  run: async (given, { open, world }) => {
    const services = await open();
    const accountId = given.option("account");
    if (accountId !== undefined) unlessRefused(await findAccountKey(services, accountId));
    const book = await openReferenceBook(services);
    const status = await readStatus({ ...services, book }, world);
    const symbol = given.option("symbol");
    const isAsked = (each: { readonly symbol: string }) => symbol === undefined || each.symbol === symbol;
    const symbols = status.symbols.filter(isAsked);
    if (symbol !== undefined && symbols.length === 0 && book.findInstrument(symbol) === undefined) {
      refuse("no-such-instrument", `${symbol} is not listed.`);
    }
    const shown: ShownWatch = {
      ...status,
      symbols: symbols.map((each) => withPrices(book, each)),
      called: status.called.filter(
        (each) => (accountId === undefined || each.accountId === accountId) && isAsked(each.valued.position),
      ),
    };
    return { json: watchJson(shown), lines: renderWatch(shown, symbol) };
  },
};

async function readStatus(services: Services, world: World): ReturnType<typeof readWatchStatus> {
  const { rowCounts } = await services.store.describe();
  const total = rowCounts["account"] ?? 0;
  const progress = showProgress(world, "Reading", "accounts");
  const status = await readWatchStatus(services, (count) =>
    progress.tell(count, total > 0 ? count / total : undefined),
  );
  progress.end();
  return status;
}

function withPrices(book: ReferenceBook, status: SymbolStatus): PricedStatus {
  const instrument = book.findInstrument(status.symbol);
  const priceAt = (unitVnd: bigint | undefined, direction: "down" | "up") =>
    instrument === undefined || unitVnd === undefined
      ? undefined
      : findStepPrice(instrument, unitVnd, direction);
  return {
    ...status,
    belowPrice: priceAt(status.belowUnitVnd, "down"),
    abovePrice: priceAt(status.aboveUnitVnd, "up"),
  };
}

/**
 * Finds the price on a step at which trading first reaches a worth of one unit, coming down to it or going up. Nothing
 * trades between two steps, so that a worth there is reached at the next; below the lowest step it never is.
 */
export function findStepPrice(
  instrument: Pick<Instrument, "exchange" | "type" | "contractSize">,
  unitVnd: bigint,
  direction: "down" | "up",
): Price | undefined {
  const { contractSize = 1n } = instrument;
  const thousandths = unitVnd * onePrice;
  if (direction === "down") {
    const price = thousandths / contractSize;
    const onStep = price - (price % priceStepOf(instrument, price));
    return onStep > 0n ? onStep : undefined;
  }
  const price = (thousandths + contractSize - 1n) / contractSize;
  const step = priceStepOf(instrument, price);
  return ((price + step - 1n) / step) * step;
}

/** What is watched of a symbol, with the prices on a step at which trading first reaches somebody. */
type PricedStatus = SymbolStatus & {
  readonly belowPrice: Price | undefined;
  readonly abovePrice: Price | undefined;
};

/** What is shown of a watch. */
type ShownWatch = Omit<WatchStatus, "symbols"> & { readonly symbols: readonly PricedStatus[] };

/** A watch as a program reads it. */
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
    isForceCloseTold: episode.isForceCloseTold,
    remindedHours: episode.reminder,
  };
}

/** Writes who watches, what is watched and who is called, for people. */
function renderWatch(
  { watchers, unwatchedShardCount, isPlayed, symbols, called }: ShownWatch,
  symbolAsked: string | undefined,
): string[] {
  const inSymbol = symbolAsked === undefined ? "" : ` in ${symbolAsked}`;
  return [
    ...renderWatchers(watchers),
    renderUnwatched(watchers.length, unwatchedShardCount),
    ...(isPlayed ? ["Prices are only played: whoever takes such judges by them, and so does this."] : []),
    "",
    ...(symbols.length === 0 ? [`Nobody holds a position${inSymbol}.`] : renderTable(symbols, symbolColumns)),
    "",
    ...(called.length === 0 ? ["Nobody is called."] : renderTable(called, calledColumns)),
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
  if (watcherCount === 0) return "Nobody watches: no call begins or ends by a price.";
  if (shardCount === 0) return "Every shard is watched.";
  const many = shardCount === 1 ? "1 shard is" : `${renderNumber(shardCount)} shards are`;
  return `${many} watched by nobody: no call of an account there begins or ends by a price.`;
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
