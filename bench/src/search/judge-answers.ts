import { makePlainScan, type SearchEntry } from "@trading-oms/market";
import { type SearchQuery, typePlainly } from "./make-search-queries.ts";

/** How many of the answers are right, as shares of 1. */
export type AnswerShares = {
  /** The first ten are those of the rules, in their order. */
  readonly ordered: number;
  /** What was wanted is among the first ten in spite of a slip. */
  readonly slipsFound: number;
  /** The same, where fewer than ten others match as well as what was wanted. */
  readonly clearSlipsFound: number;
};

/**
 * Prepares to judge the first ten of some queries by reading every instrument at each. Who had time for fewer queries
 * is judged by those.
 */
export function judgeAnswers(
  catalog: readonly SearchEntry[],
  queries: readonly SearchQuery[],
): (firstTen: readonly (readonly string[])[]) => AnswerShares {
  const scan = makePlainScan(catalog);
  const expected = queries.map(({ term }) => scan(term, 10));
  const names = new Map(catalog.map(({ symbol, companyName }) => [symbol, typePlainly(companyName)]));
  return (firstTen) => {
    const answered = queries.slice(0, firstTen.length);
    const ordered = answered.map((_, i) => {
      const symbols = expected[i]?.map(({ symbol }) => symbol) ?? [];
      return symbols.join() === firstTen[i]?.join();
    });
    const slips = answered.flatMap(({ wanted }, i) => {
      // Where ten instruments match the slip as it is written, they come first by rule.
      const isCrowded = expected[i]?.length === 10 && !expected[i]?.at(-1)?.rank.endsWith("-slip");
      if (wanted === undefined || isCrowded) return [];
      const meant = (symbol: string) =>
        symbol === wanted ||
        names
          .get(symbol)
          ?.split(/[^a-z0-9]+/)
          .includes(wanted) === true;
      const isClear = (expected[i]?.length ?? 0) < 10 || expected[i]?.some(({ symbol }) => meant(symbol));
      return [{ isClear, isFound: firstTen[i]?.some(meant) === true }];
    });
    return {
      ordered: shareOf(ordered),
      slipsFound: shareOf(slips.map(({ isFound }) => isFound)),
      clearSlipsFound: shareOf(slips.filter(({ isClear }) => isClear).map(({ isFound }) => isFound)),
    };
  };
}

function shareOf(verdicts: readonly boolean[]): number {
  return verdicts.filter(Boolean).length / verdicts.length;
}
