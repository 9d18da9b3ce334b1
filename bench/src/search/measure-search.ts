import { listSearchContenders } from "./list-search-contenders.ts";
import { makeDice } from "./make-dice.ts";
import { type CatalogEntry, makeSearchCatalog } from "./make-search-catalog.ts";
import { makeSearchQueries, typePlainly } from "./make-search-queries.ts";
import { makeTypedTerms } from "./make-typed-terms.ts";
import type { BuiltSearch } from "./search-contender.ts";
import type { SearchMeasure } from "./search-measure.ts";

/** Rounds of the same queries, if there is time: the first half warms up, and of the others the middle time counts. */
const roundCount = 20;
/** So many people type a query of each kind, and at every fourth key some instrument is traded. */
const peopleOfKind = 200;
const keysPerTrade = 4;
const typedRoundCount = 10;
/** More instruments are not built a second time. */
const countBuiltTwiceMax = 200_000;

const [name = "", countWord = "", queriesOfKindWord = "", answersWord = "", timeMsMaxWord = ""] =
  process.argv.slice(2);
console.log(
  JSON.stringify(await measure(name, Number(countWord), Number(queriesOfKindWord), Number(answersWord))),
);

async function measure(
  contender: string,
  count: number,
  queriesOfKind: number,
  answerCount: number,
): Promise<SearchMeasure> {
  const build = listSearchContenders().get(contender);
  if (build === undefined) throw new Error(`Nobody is called "${contender}".`);
  const catalog = makeSearchCatalog(count);
  const terms = makeSearchQueries(catalog, queriesOfKind).map(({ term }) => term);
  const instruments = catalog.map((entry) => ({ ...entry, plainName: typePlainly(entry.companyName) }));
  const heldFirstBytes = heldBytes();
  const start = performance.now();
  const built = await build(instruments);
  const buildMs = performance.now() - start;
  const byteCount = built.byteCount ?? heldBytes() - heldFirstBytes;
  try {
    const timesUs = await timeEach(built, terms);
    const firstTen: string[][] = [];
    for (const term of terms.slice(0, answerCount))
      firstTen.push([...(await built.search(term))].slice(0, 10));
    const typedUs = timeTyped(built, catalog);
    const askedByteCount = built.byteCount ?? heldBytes() - heldFirstBytes;
    if (built.trade === undefined)
      return { buildMs, byteCount, timesUs, typedUs, firstUs: [], secondUs: [], firstTen };
    const fresh = count > countBuiltTwiceMax ? undefined : await build(instruments);
    const unknown = fresh === undefined ? { firstUs: [], secondUs: [] } : timeNew(fresh, catalog);
    return { buildMs, byteCount, timesUs, typedUs, ...unknown, askedByteCount, firstTen };
  } finally {
    await built.close?.();
  }
}

/** The time of each query that there was time for; they come in a mixed order, so that any beginning is a fair share. */
async function timeEach(built: BuiltSearch, terms: readonly string[]): Promise<number[]> {
  const end = performance.now() + Number(timeMsMaxWord);
  const times: number[][] = terms.map(() => []);
  for (let round = 0; round < roundCount && performance.now() < end; round += 1) {
    for (const [i, term] of terms.entries()) {
      const start = process.hrtime.bigint();
      const found = built.search(term);
      if (found instanceof Promise) await found;
      times[i]?.push(Number(process.hrtime.bigint() - start) / 1_000);
      if (performance.now() > end) break;
    }
  }
  return times.filter((each) => each.length > 0).map(middleWhenWarm);
}

/** The time of each key as people press them, the middle one of the warm rounds, of which each has trades in the same places. */
function timeTyped({ search, trade }: BuiltSearch, catalog: readonly CatalogEntry[]): number[] {
  if (trade === undefined) return [];
  const terms = makeTypedTerms(catalog, peopleOfKind);
  const times: number[][] = terms.map(() => []);
  const end = performance.now() + Number(timeMsMaxWord);
  for (let round = 0; round < typedRoundCount && performance.now() < end; round += 1) {
    const dice = makeDice(catalog.length + 2);
    for (const [i, term] of terms.entries()) {
      if (i % keysPerTrade === 0) {
        const { symbol, tradedValue } = dice.pick(catalog);
        // What is traded for nothing would change no order.
        trade(symbol, tradedValue + dice.below(1e9) + round);
      }
      const start = process.hrtime.bigint();
      search(term);
      times[i]?.push(Number(process.hrtime.bigint() - start) / 1_000);
    }
  }
  for (const { symbol, tradedValue } of catalog) trade(symbol, tradedValue);
  return times.map(middleWhenWarm);
}

/** The time of each different key when it is pressed for the first and for the second time; the program is warm by then, and what was built knows nothing yet. */
function timeNew(
  { search }: BuiltSearch,
  catalog: readonly CatalogEntry[],
): Pick<SearchMeasure, "firstUs" | "secondUs"> {
  const terms = [...new Set(makeTypedTerms(catalog, peopleOfKind))];
  const timeAll = () =>
    terms.map((term) => {
      const start = process.hrtime.bigint();
      search(term);
      return Number(process.hrtime.bigint() - start) / 1_000;
    });
  return { firstUs: timeAll(), secondUs: timeAll() };
}

function middleWhenWarm(times: readonly number[]): number {
  const warm = times.slice(Math.floor(times.length / 2));
  return [...warm].sort((left, right) => left - right)[Math.floor((warm.length - 1) / 2)] ?? Number.NaN;
}

function heldBytes(): number {
  globalThis.gc?.();
  // The room of lists that the first collection found unused is given back by the second.
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
