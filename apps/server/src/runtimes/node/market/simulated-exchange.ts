import { setImmediate, setTimeout } from "node:timers/promises";
import type { MarketEngine } from "@trading-oms/brokerage";
import type { CatalogEntry, FeedMessage } from "@trading-oms/brokerage/ports";
import {
  calendarDateOf,
  chooseIndexShares,
  createPlayedExchange,
  type Instrument,
  isOnStep,
  type PlayedExchange,
  type Price,
  startOfDateMs,
} from "@trading-oms/market";
import type { Log } from "../../../log-and-trace.ts";
import { logFirstFailure, repeat } from "../background.ts";
import type { SimulatedSettings } from "../settings/settings.ts";

/** Frequent enough that prices seem continuous, and rare enough that each turn has messages. */
const turnMs = 50;
const heartbeatMs = 1_000;

type ExchangeStage = CatalogStage & { readonly tell: (messages: readonly FeedMessage[]) => void };

/**
 * Simulates an exchange in short turns, starting at the last known prices, for the instruments in the
 * catalog. It uses at most half of a processor, and runs slower than requested if that is not enough.
 */
export function playExchange(
  settings: SimulatedSettings,
  stage: ExchangeStage,
): { readonly stop: () => Promise<void> } {
  const { tell, now, log } = stage;
  const follow = followPlayedCatalog(settings, stage);
  let sentMs = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  const playing = repeat(logFirstFailure(log, "simulated exchange failed", turn), turnMs);
  return {
    stop: async () => {
      isStopped = true;
      await playing.stop();
    },
  };

  async function turn(): Promise<void> {
    const exchange = await follow();
    if (exchange !== undefined) await play(exchange);
    // A clock that was ahead must not silence the exchange until that time comes.
    if (!isStopped && Math.abs(now() - sentMs) >= heartbeatMs) send([{ kind: "heartbeat", atMs: now() }]);
  }

  async function play(exchange: PlayedExchange): Promise<void> {
    for (;;) {
      if (isStopped) return;
      const beganMs = performance.now();
      const { messages, hasCaughtUp } = exchange.playUntil(now());
      if (messages.length > 0) send(messages);
      if (hasCaughtUp) return;
      await setTimeout(performance.now() - beganMs);
    }
  }

  function send(messages: readonly FeedMessage[]): void {
    tell(messages);
    sentMs = now();
  }
}

const instrumentsInStep = 500;
/** So many take a tenth of a processor at ten times the speed. */
const instrumentsMax = 5_000;
/** 09:15, when every opening auction is over. */
const continuousFromMs = 9.25 * 3_600_000;

type CatalogStage = Pick<MarketEngine, "book" | "marks"> & { readonly now: () => number; readonly log: Log };

type Entries = ReadonlyMap<string, CatalogEntry>;

const nothingListed: Entries = new Map();

/**
 * Returns the exchange that trades the current catalog; undefined while it is empty. It opens with futures
 * and their underlying shares at the last known prices; other instruments are listed and unlisted without
 * reopening it.
 */
function followPlayedCatalog(
  settings: SimulatedSettings,
  { book, marks, now, log }: CatalogStage,
): () => Promise<PlayedExchange | undefined> {
  let exchange: PlayedExchange | undefined;
  let [listed, played] = [nothingListed, nothingListed];
  let holidays = "";
  const prices = new Map<string, Price>();
  return async () => {
    const dates = [...book.holidays()].join();
    // Trading days are planned ahead, so changed holidays need a new exchange.
    if (dates !== holidays)
      [exchange, listed, played, holidays] = [undefined, nothingListed, nothingListed, dates];
    const entries = book.listEntries();
    if (entries !== listed) await updateListing(entries);
    return exchange;
  };

  async function updateListing(entries: Entries): Promise<void> {
    const changed: Instrument[] = [];
    const next = new Map<string, CatalogEntry>();
    for await (const entry of inSteps(choosePlayed(entries, played, instrumentsMax))) {
      const { symbol, details } = entry;
      const instrument = book.findInstrument(symbol);
      if (instrument === undefined) continue;
      next.set(symbol, entry);
      if (played.get(symbol)?.details === details) continue;
      const price = marks.markOf(symbol)?.price;
      if (price !== undefined && isOnStep(instrument, price)) prices.set(symbol, price);
      changed.push(instrument);
    }
    if (changed.length > 0) exchange ??= open(changed);
    for await (const instrument of inSteps(changed)) exchange?.list(instrument);
    for await (const symbol of inSteps([...played.keys()])) {
      if (!next.has(symbol)) exchange?.unlist(symbol);
    }
    played = next;
    logLimit(entries.size, log);
    listed = entries;
  }

  function open(instruments: readonly Instrument[]): PlayedExchange {
    const shares = chooseIndexShares(instruments);
    const codes = instruments.flatMap(({ underlyingSymbolCode }) => underlyingSymbolCode ?? []);
    const { seed, speed, hours } = settings;
    const nowMs = now();
    return createPlayedExchange({
      seed,
      speed,
      nowMs,
      startMs: settings.startMs ?? startMsOf(hours, nowMs),
      isAlwaysTrading: hours === "always",
      holidays: book.holidays(),
      instruments: instruments.filter(({ symbol, type }) => type === "future" || shares.includes(symbol)),
      constituents: new Map(codes.map((code) => [code, shares])),
      referencePrices: prices,
    });
  }
}

function startMsOf(hours: SimulatedSettings["hours"], nowMs: number): number {
  return hours === "exchange" ? nowMs : startOfDateMs(calendarDateOf(nowMs)) + continuousFromMs;
}

function logLimit(listedCount: number, log: Log): void {
  if (listedCount <= instrumentsMax) return;
  const notes = { listed: listedCount, played: instrumentsMax };
  log({ level: "warn", event: "simulating a part of the catalog", notes });
}

async function* inSteps<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index % instrumentsInStep === instrumentsInStep - 1) await setImmediate();
    yield item;
  }
}

/**
 * Chooses the instruments to simulate, at most `countMax`. A chosen symbol stays while it is listed, even if
 * new symbols come before it.
 */
export function choosePlayed(entries: Entries, played: Entries, countMax: number): readonly CatalogEntry[] {
  const chosen = [...played.keys()].flatMap((symbol) => entries.get(symbol) ?? []);
  for (const entry of entries.values()) {
    if (chosen.length >= countMax) break;
    if (!played.has(entry.symbol)) chosen.push(entry);
  }
  return chosen;
}
