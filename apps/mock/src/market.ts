/** The simulated exchange and what follows it: quotes, last prices, the margin watch and the desk. */
import * as brokerage from "@trading-oms/brokerage";
import {
  calendarDateOf,
  chooseIndexShares,
  createPlayedExchange,
  type Instrument,
  type MarketMessage,
  type PlayedExchange,
  startOfDateMs,
} from "@trading-oms/market";

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
  const market = await brokerage.openMarket(services, { isAlwaysTrading: true, isPlayed: true });
  const { book, marks, board, prices } = market;
  await brokerage.openDays(services, marks);
  await board.follow(yieldToEventLoop);
  const instruments = [...book.listEntries().keys()].flatMap((symbol) => book.findInstrument(symbol) ?? []);
  const exchange = openExchange(instruments, { seed, speed, nowMs: now() });
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
  market.listen(watch);
  market.listen(projection);
  const trade = (): void => {
    market.apply([...playAll(exchange, now()), { kind: "heartbeat", atMs: now() }]);
    board.takeChangedSymbols();
  };
  const poll = async (): Promise<void> => {
    await market.poll();
    await market.settle();
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
    changes: market.live,
    catchUp: async (): Promise<void> => {
      trade();
      await watch.renew();
      await poll();
      await board.follow(yieldToEventLoop);
      await watch.readBook();
      watch.tick();
      // Waits for the evaluations that prices, accounts and rates have set off, by digests: a test may hold timers still.
      while (watch.counts().underWayCount + watch.counts().loadingCount > 0) await services.hash("");
      if (failures.length > 0) throw failures.shift();
      await marks.save();
      // What the watch has just committed.
      await poll();
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
