/** The simulated exchange and what follows it: quotes, last prices, the margin watch and the desk. */
import * as brokerage from "@trading-oms/brokerage";
import {
  calendarDateOf,
  chooseIndexShares,
  createPlayedExchange,
  type Instrument,
  type MarketMessage,
  MinutePrices,
  type PlayedExchange,
  startOfDateMs,
} from "@trading-oms/market";
import { HeardPrices } from "@trading-oms/server/in-process";

/** The demonstration is too small to keep other work waiting. */
const yieldToEventLoop = async (): Promise<void> => {};

/** An exchange that trades at any hour. */
export function openExchange(
  instruments: readonly Instrument[],
  { seed, speed, nowMs }: { readonly seed: number; readonly speed: number; readonly nowMs: number },
): PlayedExchange {
  const indexShares = chooseIndexShares(instruments);
  const codes = instruments.flatMap(({ underlyingSymbolCode }) => underlyingSymbolCode ?? []);
  return createPlayedExchange({
    ...{ seed, speed, nowMs, instruments, isAlwaysTrading: true, holidays: new Set() },
    // From 09:15 on, when every opening auction is over.
    startMs: startOfDateMs(calendarDateOf(nowMs)) + 9.25 * 3_600_000,
    constituents: new Map(codes.map((code) => [code, indexShares])),
  });
}

/** The messages until a time. */
export function playAll(exchange: PlayedExchange, untilMs: number): readonly MarketMessage[] {
  const { messages, hasCaughtUp } = exchange.playUntil(untilMs);
  return hasCaughtUp ? messages : [...messages, ...playAll(exchange, untilMs)];
}

/** Opens the market on a loaded store. It moves only by `catchUp`, which brings everything up to the present time. */
export async function openMarket(
  services: Pick<brokerage.Services, "store" | "now" | "hash" | "makeId">,
  { seed, speed }: { readonly seed: number; readonly speed: number },
) {
  const { now } = services;
  const prices = new MinutePrices();
  const book = await brokerage.openReferenceBook(services);
  const marks = await brokerage.openMarkBook(services, { isAlwaysTrading: true, isPlayed: true });
  await brokerage.openDays(services, marks);
  const board = new brokerage.MarketBoard(book, now, marks);
  await board.follow(yieldToEventLoop);
  const instruments = [...book.listEntries().keys()].flatMap((symbol) => book.findInstrument(symbol) ?? []);
  const exchange = openExchange(instruments, { seed, speed, nowMs: now() });
  const heard = new HeardPrices({ board, prices, now });
  const watched = { ...services, book, marks, holidays: book.holidays };
  const failures: unknown[] = [];
  const watch = new brokerage.MarginWatch(watched, {
    ...{ holder: "broker", yieldToEventLoop, isReceiving: () => true },
    onFailure: (thrown) => failures.push(thrown),
  });
  // Calls are due at 17:00 of the second trading day, as on a server by default.
  const due = { days: 2, minuteOfDay: 17 * 60 };
  const projection = new brokerage.DeskProjection(watched, { due, yieldToEventLoop });
  const minutes = new brokerage.DeskMinutes(projection);
  // There is one viewer, who is to see each step of a test at once.
  const shared = new brokerage.SharedDesk(projection, now, 0);
  const onPriceChange = (symbols: Iterable<string>): void => {
    watch.onPriceChange(symbols);
    projection.onPriceChange(symbols);
  };
  const trade = (): void => {
    const messages = playAll(exchange, now());
    const rejected = new Set<MarketMessage>();
    const heartbeat = { kind: "heartbeat", atMs: now() } as const;
    onPriceChange(marks.hear([...messages, heartbeat], (message) => rejected.add(message)));
    for (const message of messages) heard.apply(message, rejected.has(message));
    board.takeChangedSymbols();
  };
  trade();
  // Prices that stand still are traded once, because a reference price alone releases no cover.
  if (speed === 0)
    for (const { symbol, referencePrice } of instruments) exchange.move(symbol, referencePrice);
  const callDesk = {
    ...{ projection, shared, minutes, startedAtMs: now(), contactUrl: undefined },
    ...{ isDemonstration: true, isCurrent: () => true },
  };
  return {
    services: { book, marks, board, prices, callDesk },
    catchUp: async (): Promise<void> => {
      trade();
      if (await book.refresh()) {
        watch.onBookChange();
        projection.onBookChange();
        await board.follow(yieldToEventLoop);
      }
      // Prices by hand, which are in the store alone.
      onPriceChange(await marks.refresh());
      await watch.renew();
      await watch.readBook();
      await watch.follow();
      watch.tick();
      // Waits for the evaluations that prices, accounts and rates have set off, by digests: a test may hold timers still.
      while (watch.counts().underWayCount + watch.counts().loadingCount > 0) await services.hash("");
      if (failures.length > 0) throw failures.shift();
      await marks.save();
      await projection.follow();
      minutes.note();
    },
    /** Moves a price, or all of them for `*`. The next `catchUp` tells of it. */
    move: (symbol: string, percent: number): void => {
      if (!Number.isFinite(percent) || percent <= -100)
        throw new RangeError(`A price can't move by ${percent} %: give a number above -100.`);
      for (const instrument of symbol === "*" ? instruments : [book.findInstrument(symbol)]) {
        if (instrument === undefined) throw new RangeError(`There is no instrument ${symbol}.`);
        const price = marks.priceOf(instrument.symbol) ?? instrument.referencePrice;
        exchange.move(instrument.symbol, price + (price * BigInt(Math.round(percent * 100))) / 10_000n);
      }
    },
  };
}
