import { SearchIndex } from "@trading-oms/market";
import MiniSearch from "minisearch";
import { quantileOf } from "../figures.ts";
import { timeInTurn } from "../harness.ts";
import { type CatalogEntry, makeDice, makeSearchCatalog } from "./catalog.ts";
import { makeSearchQueries, makeTypedTerms, typePlainly } from "./queries.ts";

/** A measurement in a separate process, so that no contender pays for the garbage of another. */
export type SearchOrder = {
  readonly contender: "ours" | "minisearch";
  readonly count: number;
  readonly queriesOfKind: number;
  /** How many queries have their first ten results reported, for comparison with the reference. */
  readonly answerCount: number;
  readonly rounds: number;
  readonly timeMs: number;
};

/** The results of one contender at one catalog size; quantiles are in microseconds. */
export type SearchOutcome = {
  readonly buildMs: number;
  readonly megabytes: number;
  readonly terms: { readonly p50: number; readonly p99: number };
  /** Search as you type, with trades in between; our index only. */
  readonly keys?: { readonly p50: number; readonly p99: number };
  readonly firstTen: readonly (readonly string[])[];
};

type Instrument = CatalogEntry & { readonly plainName: string };

type Built = {
  /** Returns the symbols found, best first, at most fifty. */
  readonly search: (term: string) => readonly string[];
  readonly trade?: (symbol: string, value: number) => void;
};

/** How many people type each kind of query. The weight of an instrument changes at every fourth key. */
const peopleOfKind = 100;
const keysPerTrade = 4;

const builders = { ours: buildOurs, minisearch: buildMinisearch };
const order = JSON.parse(process.argv[2] ?? "{}") as SearchOrder;
console.log(JSON.stringify(await measure(order)));

function buildOurs(instruments: readonly Instrument[]): Built {
  const index = new SearchIndex(instruments);
  return {
    search: (term) => index.search(term).map(({ symbol }) => symbol),
    trade: index.setWeight.bind(index),
  };
}

/** Minisearch with prefix and fuzzy search; symbols rank before names. */
function buildMinisearch(instruments: readonly Instrument[]): Built {
  const index = new MiniSearch<Instrument>({
    idField: "symbol",
    fields: ["symbol", "tickerCode", "plainName"],
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: "AND", boost: { symbol: 4, tickerCode: 2 } },
  });
  index.addAll(instruments);
  const search = (term: string) => index.search(typePlainly(term)).slice(0, 50);
  return { search: (term) => search(term).map(({ id }) => String(id)) };
}

async function measure({ contender, count, queriesOfKind, answerCount, ...extent }: SearchOrder) {
  const catalog = makeSearchCatalog(count);
  const terms = makeSearchQueries(catalog, queriesOfKind).map(({ term }) => term);
  const instruments = catalog.map((entry) => ({ ...entry, plainName: typePlainly(entry.companyName) }));
  const heldBefore = heldBytes();
  const began = performance.now();
  const built = builders[contender](instruments);
  const buildMs = performance.now() - began;
  const megabytes = (heldBytes() - heldBefore) / 1e6;
  const outcome: SearchOutcome = {
    buildMs,
    megabytes,
    terms: await timeTerms(terms, built.search, extent),
    firstTen: terms.slice(0, answerCount).map((term) => built.search(term).slice(0, 10)),
  };
  return built.trade === undefined
    ? outcome
    : { ...outcome, keys: await timeKeys(built.search, built.trade, catalog, extent) };
}

type Extent = Pick<SearchOrder, "rounds" | "timeMs">;

/** Searches for one term after another. The order is mixed, so any part of it is representative. */
function timeTerms(terms: readonly string[], search: Built["search"], extent: Extent) {
  let next = 0;
  return timeSearch(() => {
    const term = terms[next] ?? "";
    next = (next + 1) % terms.length;
    return search(term);
  }, extent);
}

/** Searches after each key, as people type. Weights change between the timed searches. */
async function timeKeys(
  search: Built["search"],
  trade: NonNullable<Built["trade"]>,
  catalog: readonly CatalogEntry[],
  { timeMs }: Extent,
) {
  const keys = makeTypedTerms(catalog, peopleOfKind);
  const dice = makeDice(catalog.length + 2);
  const times: number[] = [];
  const warmMs = performance.now() + timeMs / 4;
  const endMs = warmMs + timeMs;
  for (let pressed = 0; performance.now() < endMs; pressed += 1) {
    if (pressed % keysPerTrade === 0) {
      const { symbol, weight } = dice.pick(catalog);
      // The same value again would not change the order.
      trade(symbol, weight + dice.below(1e9) + pressed);
    }
    const began = process.hrtime.bigint();
    search(keys[pressed % keys.length] ?? "");
    if (performance.now() > warmMs) times.push(Number(process.hrtime.bigint() - began) / 1_000);
  }
  return { p50: quantileOf(times, 0.5), p99: quantileOf(times, 0.99) };
}

async function timeSearch(search: () => unknown, extent: Extent) {
  const { p50 = Number.NaN, p99 = Number.NaN } = (await timeInTurn({ search }, extent))["search"] ?? {};
  return { p50: p50 * 1_000, p99: p99 * 1_000 };
}

function heldBytes(): number {
  globalThis.gc?.();
  // The second collection frees lists that the first one found unused.
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
