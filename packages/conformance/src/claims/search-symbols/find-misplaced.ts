import { type Fields, fieldsOf } from "../../judge/fields.ts";
import { ranksOf } from "./rank-of.ts";

/** Finds pairs of one kind of match that stand the wrong way round by traded value and symbol, as `A before B`. */
export function findMisplaced(entries: readonly Fields[], word: string): Set<string> {
  const ranks = ranksOf(entries, word);
  const found = entries.map((entry, place) => ({
    symbol: String(entry["symbol"]),
    rank: ranks[place],
    value: Number(fieldsOf(entry["info"])["totVal"] ?? 0),
  }));
  const misplaced = new Set<string>();
  for (const [index, first] of found.entries()) {
    for (const second of found.slice(index + 1)) {
      // What is found by other names, in the middle of a word or in spite of a slip stands in an order of its own.
      if (first.rank !== second.rank || first.rank === undefined || first.rank === 5) continue;
      const isWrong =
        first.value === second.value ? first.symbol > second.symbol : first.value < second.value;
      if (isWrong) misplaced.add(`${first.symbol} before ${second.symbol}`);
    }
  }
  return misplaced;
}
