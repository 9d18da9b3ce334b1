import { setImmediate } from "node:timers/promises";
import type { CatalogEntry } from "@trading-oms/brokerage/ports";
import {
  calendarDateOf,
  createPlayedExchange,
  type Instrument,
  isOnStep,
  type PlayedExchange,
  type Price,
  startOfDateMs,
} from "@trading-oms/market";
import type { Log } from "../../log.ts";
import { chooseConstituents } from "./choose-constituents.ts";
import { choosePlayed } from "./choose-played.ts";
import type { SimulatedSettings } from "./feed-settings.ts";
import type { Books } from "./open-books.ts";

/** As many instruments are looked at before others may go on. */
const instrumentsInStep = 500;
/** As many take a tenth of a processor at ten times the speed; nobody needs a million prices that are played. */
const instrumentsMax = 5_000;
/** By then every opening auction is over. */
const continuousFromMs = 9.25 * 3_600_000;

/** Where the catalog and the last prices are known. */
export type CatalogStage = Pick<Books, "book" | "marks"> & { readonly now: () => number; readonly log: Log };

type Entries = ReadonlyMap<string, CatalogEntry>;

const nothingListed: Entries = new Map();

/**
 * Gives the exchange that trades what the catalog lists by now; undefined where that is nothing. It is opened with the
 * futures and what they follow, at the last prices that are known; all else joins, and goes, without it being opened anew.
 */
export function followPlayedCatalog(
  settings: SimulatedSettings,
  { book, marks, now, log }: CatalogStage,
): () => Promise<PlayedExchange | undefined> {
  let exchange: PlayedExchange | undefined;
  let [listed, played] = [nothingListed, nothingListed];
  let holidays = "";
  const prices = new Map<string, Price>();
  return async () => {
    const dates = [...book.holidays()].join();
    // What trades on which day is decided ahead, so that other holidays take another exchange.
    if (dates !== holidays)
      [exchange, listed, played, holidays] = [undefined, nothingListed, nothingListed, dates];
    const entries = book.listEntries();
    if (entries !== listed) await takeOver(entries);
    return exchange;
  };

  async function takeOver(entries: Entries): Promise<void> {
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
    tellPart(entries.size, log);
    listed = entries;
  }

  function open(instruments: readonly Instrument[]): PlayedExchange {
    const shares = chooseConstituents(instruments);
    const codes = instruments.flatMap(({ underlyingSymbolCode }) => underlyingSymbolCode ?? []);
    const { seed, speed, hours } = settings;
    const nowMs = now();
    return createPlayedExchange({
      seed,
      speed,
      nowMs,
      startMs: settings.startMs ?? startMsOf(hours, nowMs),
      tradesAnyway: hours === "always",
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

function tellPart(listedCount: number, log: Log): void {
  if (listedCount <= instrumentsMax) return;
  const notes = { listed: listedCount, played: instrumentsMax };
  log({ level: "warn", event: "a part of the catalog is played", notes });
}

async function* inSteps<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index % instrumentsInStep === instrumentsInStep - 1) await setImmediate();
    yield item;
  }
}
