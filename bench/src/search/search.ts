import { makePlainScan, type SearchEntry } from "@trading-oms/market";
import { type BenchOptions, type Figure, format, type Measured } from "../figures.ts";
import { runModule } from "../harness.ts";
import { makeSearchCatalog } from "./catalog.ts";
import { makeSearchQueries, type SearchQuery, typePlainly } from "./queries.ts";
import type { SearchOrder, SearchOutcome } from "./search-process.ts";

/** Searches at one catalog size. The reference reads every instrument, so large sizes compare fewer answers. */
type Size = {
  readonly count: number;
  readonly answersOfKind: number;
  readonly besideMinisearch: boolean;
  readonly atMost: {
    readonly p50?: number;
    readonly p99: number;
    readonly buildMs?: number;
    readonly megabytes?: number;
  };
};

const sizes: readonly Size[] = [
  { count: 3_500, answersOfKind: 100, besideMinisearch: true, atMost: { p99: 1_000, buildMs: 500 } },
  {
    count: 200_000,
    answersOfKind: 4,
    besideMinisearch: false,
    atMost: { p50: 200, p99: 10_000, megabytes: 300 },
  },
];

const queriesOfKind = 100;
const flags = ["--expose-gc", "--max-old-space-size=8192"];

/** Compares our search index with minisearch on the same catalogs and terms, each in a separate process. */
export async function benchSearch({ isShort }: BenchOptions): Promise<Measured> {
  const figures: Figure[] = [];
  const bars: { label: string; value: number; isOurs: boolean }[] = [];
  for (const size of isShort ? sizes.slice(0, 1) : sizes) {
    const catalog = makeSearchCatalog(size.count);
    const kindCount = makeSearchQueries(catalog, 1).length;
    const judged = makeSearchQueries(catalog, queriesOfKind).slice(0, kindCount * size.answersOfKind);
    const order = {
      count: size.count,
      queriesOfKind,
      answerCount: judged.length,
      rounds: isShort ? 1 : 5,
      timeMs: isShort ? 500 : 1_000,
    };
    const ours = await ask({ ...order, contender: "ours" });
    const peer = size.besideMinisearch ? await ask({ ...order, contender: "minisearch" }) : undefined;
    const judge = makeJudge(catalog, judged);
    figures.push(...figuresOf(size, { ours, peer }, judge(ours.firstTen), peer && judge(peer.firstTen)));
    const label = size.count.toLocaleString("en");
    bars.push({ label: `ours, ${label}`, value: ours.terms.p50, isOurs: true });
    if (peer) bars.push({ label: `minisearch, ${label}`, value: peer.terms.p50, isOurs: false });
  }
  return { figures, charts: [{ name: "p50", title: "A search, p50, by instruments", unit: "µs", bars }] };
}

function ask(order: SearchOrder): Promise<SearchOutcome> {
  return runModule<SearchOutcome>("search/search-process.ts", order, { flags });
}

function figuresOf(
  { count, atMost }: Size,
  { ours, peer }: { readonly ours: SearchOutcome; readonly peer: SearchOutcome | undefined },
  shares: AnswerShares,
  peerShares: AnswerShares | undefined,
): Figure[] {
  const at = count.toLocaleString("en");
  const { terms, keys = terms, buildMs, megabytes } = ours;
  const besidePeer = (value: number | undefined, unit: string) =>
    value === undefined ? undefined : `minisearch ${format(value, unit)}`;
  const time = (what: string, value: number, bound: number | undefined, beside?: number): Figure => ({
    what: `${at}: ${what}`,
    value,
    unit: "µs",
    atMost: bound,
    beside: besidePeer(beside, "µs"),
  });
  const faster: Figure[] =
    peer === undefined
      ? []
      : [
          {
            what: `${at}: minisearch takes, of our p50`,
            value: peer.terms.p50 / terms.p50,
            unit: "×",
            atLeast: 10,
            beside: `ours ${format(terms.p50, "µs")}, minisearch ${format(peer.terms.p50, "µs")}`,
          },
        ];
  return [
    time("p50 of whole terms", terms.p50, atMost.p50, peer?.terms.p50),
    time("p99 of whole terms", terms.p99, atMost.p99, peer?.terms.p99),
    time("p50 key by key, with trades", keys.p50, atMost.p50),
    time("p99 key by key, with trades", keys.p99, atMost.p99),
    ...faster,
    {
      what: `${at}: built in`,
      value: buildMs,
      unit: "ms",
      atMost: atMost.buildMs,
      beside: besidePeer(peer?.buildMs, "ms"),
    },
    {
      what: `${at}: memory`,
      value: megabytes,
      unit: "MB",
      atMost: atMost.megabytes,
      beside: besidePeer(peer?.megabytes, "MB"),
    },
    {
      what: `${at}: first ten in the order of the rules`,
      value: shares.ordered,
      unit: "%",
      atLeast: 100,
      beside: besidePeer(peerShares?.ordered, "%"),
    },
    {
      what: `${at}: slips found among the first ten`,
      value: shares.slipsFound,
      unit: "%",
      // 94 %, as the first edition rounded it.
      atLeast: 93.5,
      beside: besidePeer(peerShares?.slipsFound, "%"),
    },
    {
      what: `${at}: the same, where fewer than ten others are as near`,
      value: shares.clearSlipsFound,
      unit: "%",
      atLeast: 100,
      beside: besidePeer(peerShares?.clearSlipsFound, "%"),
    },
  ];
}

/** The share of right answers, in percent. */
type AnswerShares = {
  /** The first ten match the reference, in the same order. */
  readonly ordered: number;
  /** The intended instrument is among the first ten in spite of a typing error. */
  readonly slipsFound: number;
  /** The same, where fewer than ten others match as well as the intended one. */
  readonly clearSlipsFound: number;
};

/** Compares the first ten results with a plain scan of all instruments, which states the rules without an index. */
function makeJudge(catalog: readonly SearchEntry[], queries: readonly SearchQuery[]) {
  const scan = makePlainScan(catalog);
  const expected = queries.map(({ term }) => scan(term, 10));
  const names = new Map(catalog.map(({ symbol, companyName }) => [symbol, typePlainly(companyName)]));
  const means = (symbol: string, wanted: string): boolean =>
    symbol === wanted ||
    names
      .get(symbol)
      ?.split(/[^a-z0-9]+/)
      .includes(wanted) === true;
  return (firstTen: readonly (readonly string[])[]): AnswerShares => {
    const ordered = queries.map((_, i) => {
      const symbols = expected[i]?.map(({ symbol }) => symbol) ?? [];
      return symbols.join() === firstTen[i]?.join();
    });
    const slips = queries.flatMap(({ wanted }, i) => {
      const right = expected[i] ?? [];
      // If ten instruments match the mistyped term exactly, the rules rank them first.
      const isCrowded = right.length === 10 && !right.at(-1)?.rank.endsWith("-typo");
      if (wanted === undefined || isCrowded) return [];
      const isClear = right.length < 10 || right.some(({ symbol }) => means(symbol, wanted));
      return [{ isClear, isFound: firstTen[i]?.some((symbol) => means(symbol, wanted)) === true }];
    });
    return {
      ordered: percentOf(ordered),
      slipsFound: percentOf(slips.map(({ isFound }) => isFound)),
      clearSlipsFound: percentOf(slips.filter(({ isClear }) => isClear).map(({ isFound }) => isFound)),
    };
  };
}

function percentOf(verdicts: readonly boolean[]): number {
  return (100 * verdicts.filter(Boolean).length) / verdicts.length;
}
