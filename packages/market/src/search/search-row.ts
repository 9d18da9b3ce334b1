/** An instrument of the search index: its folded texts, and what of them is indexed. */

import { foldText } from "./fold-text.ts";
import { firstWordOf, joinNames, namesOf, type SearchFields } from "./match-rank.ts";
import { nameKeyOf, withoutLegalForm } from "./name-words.ts";

export type SearchEntry = {
  readonly symbol: string;
  readonly tickerCode?: string | undefined;
  readonly companyName: string;
  /** The short name. */
  readonly name?: string | undefined;
  /** Other names, searched like the company name. */
  readonly aliases?: readonly string[] | undefined;
  /** Words such as those of its industry, which may stand before or behind a name in a term. */
  readonly keywords?: readonly string[] | undefined;
  /** Of equal matches the larger weight comes first. It should be steady, such as the value traded the day before. */
  readonly weight?: number | undefined;
};

export type Row = SearchFields & {
  /** The symbol in its original spelling. */
  readonly listed: string;
  /** The length of the shortest name. */
  readonly length: number;
  readonly keywords: readonly string[];
};

const noKeywords: readonly never[] = [];

export function makeRow({
  symbol,
  tickerCode = "",
  companyName,
  name = "",
  aliases = [],
  keywords = [],
}: SearchEntry): Row {
  const company = foldText(companyName);
  const withoutForm = withoutLegalForm(company);
  const names = new Set([company, ...[name, ...aliases].map(foldText)]);
  // Usually the legal form is in front, so that the company name need not be held twice.
  const isInFront = company.endsWith(` ${withoutForm}`);
  if (!isInFront) names.add(withoutForm);
  names.delete("");
  return {
    listed: symbol,
    length: Math.min(...[...names, withoutForm].map((each) => each.length || Infinity)),
    symbol: foldText(symbol),
    ticker: foldText(tickerCode),
    names: joinNames(names),
    start: isInFront ? company.length - withoutForm.length : 0,
    keywords: keywords.length === 0 ? noKeywords : [...new Set(keywords.map(foldText))],
  };
}

/** The first words of its names, with the legal form and without. */
export function firstWordsOf({ names, start }: Row): readonly string[] {
  const beginnings = start > 0 ? [names.slice(start), ...namesOf(names)] : namesOf(names);
  return beginnings.map(firstWordOf);
}

/** The keys of its names, as `nameKeyOf` makes them. */
export function nameKeysOf({ names, start }: Row): readonly string[] {
  return namesOf(names.slice(start))
    .map(nameKeyOf)
    .filter((key) => key !== "");
}

/** Whether a key of a name is long enough that a typing error leaves it recognizable, and short enough to look for all of them. */
export function isShortName(key: string): boolean {
  return key.length >= 4 && key.length <= 9;
}

/** The joints of all its texts; see `jointsOf`. */
export function jointsOfRow({ symbol, ticker, names }: Row): readonly string[] {
  const joints = jointsOf(names);
  return symbol.includes(" ") || ticker.includes(" ")
    ? [symbol, ticker].flatMap(jointsOf).concat(joints)
    : joints;
}

/** Each space of a text with the character before it and up to two after it. */
export function jointsOf(text: string): readonly string[] {
  const joints: string[] = [];
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1))
    joints.push(text.slice(at - 1, at + 3));
  return joints;
}
