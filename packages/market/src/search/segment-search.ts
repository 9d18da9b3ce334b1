import { listOfBeginning, listOfPrefix, listWithin } from "./best-of-segment.ts";
import { prefixGroup } from "./byte-pairs.ts";
import { IntList } from "./int-list.ts";
import { listOfAll } from "./list-of-all.ts";
import { endByte } from "./make-text-folder.ts";
import { rankPlaces } from "./match-rank.ts";
import { offerRanked, offerRow, offerRows, offerWord, readOff, tryList } from "./offer-rows.ts";
import {
  anywherePart,
  beginningPart,
  codePart,
  countCodes,
  countRows,
  countWords,
  gatherCodes,
  gatherRows,
  Part,
  singleWordsPart,
  visitWords,
} from "./part.ts";
import { listPhraseRows, type Phrase, phraseFromWithin, phraseFromWord, placesBetween } from "./phrase.ts";
import { rankOfPlace } from "./place-ranks.ts";
import type { Range } from "./range.ts";
import { rankRow } from "./rank-row.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";
import { SlipSearch } from "./slip-search.ts";
import { TermPlaces } from "./term-places.ts";
import { findRarest, TogetherSearch } from "./together-search.ts";
import type { TopList } from "./top-list.ts";
import { ValueLevels } from "./value-levels.ts";

/** So few rows are looked at one by one sooner than anything else helps. */
const fewRowsMax = 512;
/** So few rows of one part are read sooner than is said where the others are not. */
const fewRowsTogetherMax = 96;
/** As many rows are put in order before others are, since among them there mostly is enough. */
const sortedMin = 4_096;
/** So few words are looked at one by one, by the lists of their best. */
const fewWordsMax = 64;
/** Reading a row takes as long as looking at the value of so many listed rows. */
const stepCost = 24;
/** After so many rows it is not worth going on: what matches is rare, or has small values. A list of all that is not spent has as many. */
const stepsMax = 1_024;

/**
 * Finds the best rows of a rank in a segment, when every row of a better rank is already taken. Its lists are kept
 * from search to search.
 */
export class SegmentSearch {
  readonly #rows: IntList = new IntList();
  readonly #words = new IntList();
  readonly #slips = new SlipSearch();
  readonly #together = new TogetherSearch();
  readonly #levels = new ValueLevels();
  #lastTerm: SearchTerm | undefined = undefined;
  /** Where that term stands, by segment. */
  #places: TermPlaces[] = [];

  collect(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    if (!mayHave(segment, term, rank)) return;
    if (term.size <= 2 && term.words.length === 1 && this.#collectGroup(segment, term, rank, top)) return;
    top.mark();
    if (rank === rankPlaces.exactSymbol) this.#collectSymbols(segment, term, top);
    else if (rank === rankPlaces.exactTicker) this.#collectTickers(segment, term, top);
    else if (rank === rankPlaces.symbolPrefix) this.#collectPrefixes(segment, term, rank, top);
    else if (rank === rankPlaces.symbolSlip) this.#slips.offerSymbols(segment, term, top);
    else if (rank === rankPlaces.wordSlip) this.#collectWordSlips(segment, term, rank, top);
    else if (term.words.length === 1) this.#collectWord(segment, term, rank, top);
    else if (rank === rankPlaces.wordPrefix || rank === rankPlaces.substring) {
      this.#collectPhrase(segment, term, rank, top);
    } else if (term.pieces.length > 1) {
      const find = rank === rankPlaces.wordStarts ? beginningPart : anywherePart;
      const parts = term.pieces.map((piece) => find(segment, term, piece));
      this.#collectParts(segment, term, rank, parts, top);
    }
  }

  #collectSymbols(segment: Segment, term: SearchTerm, top: TopList): void {
    const { text, starts } = segment;
    const { from, to } = this.#placesOf(segment, term).symbolRows;
    this.#rows.count = 0;
    for (let row = from; row < to && text[(starts[row] as number) + term.size] === endByte; row += 1) {
      this.#rows.push(row);
    }
    offerRows(segment, this.#rows, top);
  }

  #placesOf(segment: Segment, term: SearchTerm): TermPlaces {
    const isSame = this.#lastTerm === term;
    if (isSame) for (const known of this.#places) if (known.segment === segment) return known;
    const places = new TermPlaces(segment, term);
    if (isSame) this.#places.push(places);
    else this.#places = [places];
    this.#lastTerm = term;
    return places;
  }

  #collectTickers(segment: Segment, term: SearchTerm, top: TopList): void {
    const { text, ranks, tickerStarts } = segment;
    const { places } = tickerStarts;
    const { from, to } = this.#placesOf(segment, term).tickerStarts;
    this.#rows.count = 0;
    for (let i = from; i < to && text[(places[i] as number) + term.size] === endByte; i += 1) {
      this.#rows.push(rankOfPlace(ranks, places[i] as number));
    }
    offerRows(segment, this.#rows, top);
  }

  #collectPrefixes(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    const { from, to } = this.#placesOf(segment, term).symbolRows;
    if (to - from <= fewRowsMax) {
      for (let row = from; row < to; row += 1) offerRow(segment, row, top);
      return;
    }
    if (this.#readBest(segment, term, rank, to - from, top)) return;
    this.#rows.begin(to - from);
    for (let row = from; row < to; row += 1) this.#rows.pushReserved(row);
    this.#offerBestFirst(segment, term, rank, top);
  }

  #collectWordSlips(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    for (const piece of term.pieces) {
      this.#slips.listWords(segment, term, piece, this.#words);
      if (this.#words.count === 0) continue;
      const slipped = singleWordsPart(this.#words.toArray());
      if (term.pieces.length === 1) {
        this.#collectPart(segment, term, rank, slipped, top);
        return;
      }
      const others = term.pieces.filter((other) => other !== piece);
      const parts = others.map((other) => anywherePart(segment, term, other));
      this.#collectParts(segment, term, rank, [slipped, ...parts], top);
    }
  }

  #collectWord(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    const places = this.#placesOf(segment, term);
    const part = new Part();
    if (rank === rankPlaces.wordPrefix) part.words = places.words;
    else if (rank === rankPlaces.substring) {
      part.symbolPlaces = places.symbolPlaces;
      part.tickerPlaces = places.tickerPlaces;
      part.wordSuffixes = places.wordSuffixes;
    }
    if (countWords(part) + countCodes(part) > 0) this.#collectPart(segment, term, rank, part, top);
  }

  /** Reads off the best of those that one or two bytes are found by; false where they have no list. */
  #collectGroup(segment: Segment, { bytes, size }: SearchTerm, rank: number, top: TopList): boolean {
    if (rank < rankPlaces.symbolPrefix || rank > rankPlaces.substring) return false;
    const { symbols, beginnings, within } = segment.best;
    const group = prefixGroup(bytes[0] as number, size === 1 ? undefined : bytes[1]);
    if (rank === rankPlaces.symbolPrefix) {
      // No row is in two of the lists, so that only those that match exactly may be met again.
      top.mark();
      const list = listOfPrefix(segment, group);
      return list >= 0 && readOff(segment, symbols, list, top);
    }
    const isBeginning = rank === rankPlaces.wordPrefix;
    const list = isBeginning ? listOfBeginning(segment, group) : listWithin(segment, group);
    return list >= 0 && readOff(segment, isBeginning ? beginnings : within, list, top);
  }

  #collectPhrase(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    if (rank === rankPlaces.wordPrefix) {
      this.#offerPhrase(segment, term, rank, phraseFromWord(segment, term), top);
      return;
    }
    const code = codePart(segment, term, { from: 0, to: term.size });
    this.#collectPart(segment, term, rank, code, top);
    this.#offerPhrase(segment, term, rank, phraseFromWithin(segment, term), top);
  }

  #offerPhrase(segment: Segment, term: SearchTerm, rank: number, phrase: Phrase, top: TopList): void {
    if (phrase.count > fewRowsMax) {
      // Every word but the last and perhaps the first is whole, and has a list if it is common.
      for (let i = phrase.ending === undefined ? 0 : 1; i + 1 < phrase.froms.length; i += 1) {
        if (tryList(segment, term, rank, phrase.froms[i] as number, top)) return;
      }
      if (this.#offerByLastWord(segment, term, rank, phrase, top)) return;
      if (this.#readBest(segment, term, rank, phrase.count, top)) return;
    }
    this.#offerStretches(segment, term, rank, phrase, phrase.stretches, top);
  }

  /** Takes the best for each of the words that may be the last one; false where they are many. */
  #offerByLastWord(segment: Segment, term: SearchTerm, rank: number, phrase: Phrase, top: TopList): boolean {
    const last = phrase.froms.length - 1;
    const from = phrase.froms[last] as number;
    const to = phrase.tos[last] as number;
    if (to - from > fewWordsMax || phrase.at !== last - 1 || phrase.stretches.length > 1) return false;
    for (let word = from; word < to; word += 1) {
      const stretch = placesBetween(segment.words, phrase.stretches[0] as Range, word, word + 1);
      const isMany = stretch.to - stretch.from > fewRowsMax;
      if (isMany && tryList(segment, term, rank, word, top)) continue;
      this.#offerStretches(segment, term, rank, phrase, [stretch], top);
    }
    return true;
  }

  #offerStretches(
    segment: Segment,
    term: SearchTerm,
    rank: number,
    phrase: Phrase,
    stretches: readonly Range[],
    top: TopList,
  ): void {
    listPhraseRows(segment, phrase, stretches, this.#rows);
    if (term.isPlain) offerRows(segment, this.#rows, top);
    else offerRanked(segment, term, rank, this.#rows, top);
  }

  /** Takes the best of the rows that have the part. */
  #collectPart(segment: Segment, term: SearchTerm, rank: number, part: Part, top: TopList): void {
    if (countWords(part) > fewWordsMax || countCodes(part) > fewRowsMax) {
      if (this.#readBest(segment, term, rank, countRows(segment, part), top)) return;
    }
    this.#rows.count = 0;
    gatherCodes(segment, part, this.#rows);
    offerRows(segment, this.#rows, top);
    visitWords(segment, part, (word) => {
      offerWord(segment, word, top);
      return true;
    });
  }

  /** Takes the best of the rows that have all parts. */
  #collectParts(
    segment: Segment,
    term: SearchTerm,
    rank: number,
    parts: readonly Part[],
    top: TopList,
  ): void {
    const rarest = findRarest(segment, parts);
    if (rarest.count === 0) return;
    const { words } = parts[rarest.at] as Part;
    const isOneWord = words.to === words.from + 1 && countWords(parts[rarest.at] as Part) === 1;
    if (rarest.count > fewRowsMax) {
      if (isOneWord && tryList(segment, term, rank, words.from, top)) return;
      if (this.#readBest(segment, term, rank, rarest.count, top)) return;
    }
    let isSure = false;
    if (rarest.count > fewRowsTogetherMax) {
      isSure = this.#together.list(segment, parts, rarest.at, this.#rows) && term.isPlain;
    } else gatherRows(segment, parts[rarest.at] as Part, this.#rows);
    if (isSure) offerRows(segment, this.#rows, top);
    else this.#offerBestFirst(segment, term, rank, top);
  }

  /** Offers what is listed; rows stand by symbol, and what matches may all stand at the end. */
  #offerBestFirst(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    const rows = this.#rows;
    if (rows.count > fewRowsMax) {
      const sorted = this.#levels.sort(segment.values, rows, sortedMin);
      offerRanked(segment, term, rank, { values: rows.values, count: sorted }, top);
      if (sorted === rows.count || (!top.needsMore && this.#levels.isAbove(top.valueLeast))) return;
      rows.values.copyWithin(0, sorted, rows.count);
      rows.count -= sorted;
      this.#levels.sort(segment.values, rows);
    }
    offerRanked(segment, term, rank, rows, top);
  }

  /** Reads the best of all rows where so many match that the best of those are soon met; false where they are not. */
  #readBest(segment: Segment, term: SearchTerm, rank: number, count: number, top: TopList): boolean {
    const rowCount = segment.symbols.length;
    if (count <= fewRowsMax || count * count < stepCost * top.neededCount * rowCount) return false;
    // Of those that match some have been met after half as many, or else what is counted says little of them.
    if (2 * top.neededCount * rowCount > stepsMax * count) return false;
    const steps = Math.min(stepsMax, Math.floor(count / stepCost));
    return this.#readInOrder(segment, term, rank, steps, top);
  }

  /** Reads rows by value in the list of the best; false where one that is not in it may still be taken. */
  #readInOrder(segment: Segment, term: SearchTerm, rank: number, countMax: number, top: TopList): boolean {
    const list = listOfAll(segment);
    const { text, starts, taken, best } = segment;
    const { rows, rowValues, counts } = best.all;
    const count = Math.min(countMax, counts[list] as number);
    for (let i = 0; i < count; i += 1) {
      const row = rows[i] as number;
      const value = rowValues[i] as number;
      if (!top.canTake(row, value)) return true;
      if (taken[row] === 1) continue;
      if (rankRow(text, starts[row] as number, starts[row + 1] as number, term) === rank)
        top.take(row, value);
    }
    return count === counts[list] && best.all.isWhole(list);
  }
}

/** Whether codes are as long as they have to be for a rank. */
function mayHave({ codeSizes: { symbols, tickers } }: Segment, { size }: SearchTerm, rank: number): boolean {
  if (rank === rankPlaces.exactSymbol) return size >= symbols.min && size <= symbols.max;
  if (rank === rankPlaces.exactTicker) return size >= tickers.min && size <= tickers.max;
  return rank !== rankPlaces.symbolPrefix || size <= symbols.max;
}
