import { type Fields, fieldsOf } from "../../judge/fields.ts";
import { plainText } from "./plain-text.ts";

/**
 * The rank of an entry among those found for one word: 0 the exact symbol, 1 the exact ticker code, 2 a symbol that begins
 * with it, 3 a name of which a word does, 4 whatever contains it, 5 what was found for
 * another reason. Where the static data are missing, what was found by them has no rank that could be told.
 */
export function rankOf(entry: Fields, word: string): number | undefined {
  const symbol = plainText(String(entry["symbol"] ?? ""));
  const stat = fieldsOf(entry["stat"]);
  const ticker = plainText(String(stat["tickerCode"] ?? ""));
  const name = plainText(String(entry["companyName"] ?? ""));
  if (symbol === word) return 0;
  if (ticker === word) return 1;
  if (symbol.startsWith(word)) return 2;
  if (name.split(/[^\p{L}\p{N}]+/u).some((each) => each.startsWith(word))) return 3;
  if ([symbol, ticker, name].some((text) => text.includes(word))) return 4;
  return entry["stat"] === null ? undefined : 5;
}

/**
 * The ranks of the entries that were found for one word. An instrument may have other names that are not shown, and a word of
 * one counts as a word of its name does: what stands before an entry of rank 3 has that rank, and what stands behind
 * all of them has one that cannot be told.
 */
export function ranksOf(entries: readonly Fields[], word: string): (number | undefined)[] {
  const shown = entries.map((entry) => rankOf(entry, word));
  const lastNamed = shown.lastIndexOf(3);
  return shown.map((rank, place) => (rank === undefined || rank < 4 ? rank : place < lastNamed ? 3 : 5));
}
