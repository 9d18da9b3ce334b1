import { findRange, type SortedPlaces } from "./find-range.ts";
import { type PlaceRanks, rankOfPlace } from "./place-ranks.ts";
import { nowhere, type Range } from "./range.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";

/** The places of so few bytes are told by their pair, without a look-up that could be spared. */
const toldSizeMax = 2;
/** Of so few places each is asked whether a text begins there, which is sooner done than a look-up. */
const fewPlacesMax = 4;

/**
 * Where a whole term stands in a segment, looked up once for all ranks that ask. What stands nowhere inside a text begins none, so
 * that of a term that few have most look-ups are spared.
 */
export class TermPlaces {
  readonly segment: Segment;
  readonly #term: SearchTerm;
  #symbolPlaces: Range | undefined = undefined;
  #tickerPlaces: Range | undefined = undefined;
  #wordSuffixes: Range | undefined = undefined;
  #symbolRows: Range | undefined = undefined;

  constructor(segment: Segment, term: SearchTerm) {
    this.segment = segment;
    this.#term = term;
  }

  /** Anywhere in a symbol. */
  get symbolPlaces(): Range {
    const { bytes, size } = this.#term;
    this.#symbolPlaces ??= findRange(this.segment.symbolPlaces, bytes, 0, size);
    return this.#symbolPlaces;
  }

  /** Anywhere in a ticker code. */
  get tickerPlaces(): Range {
    const { bytes, size } = this.#term;
    this.#tickerPlaces ??= findRange(this.segment.tickerPlaces, bytes, 0, size);
    return this.#tickerPlaces;
  }

  /** Anywhere in a word of a name. */
  get wordSuffixes(): Range {
    const { bytes, size } = this.#term;
    this.#wordSuffixes ??= findRange(this.segment.words.suffixes, bytes, 0, size);
    return this.#wordSuffixes;
  }

  /** Where a symbol begins, by rows, since these are sorted by symbol. */
  get symbolRows(): Range {
    this.#symbolRows ??= this.#findSymbolRows();
    return this.#symbolRows;
  }

  /** Where a ticker code begins. */
  get tickerStarts(): Range {
    const { bytes, size } = this.#term;
    if (size > toldSizeMax && sizeOf(this.tickerPlaces) === 0) return nowhere;
    return findRange(this.segment.tickerStarts, bytes, 0, size);
  }

  /** Where a word of a name begins, by words. */
  get words(): Range {
    const { bytes, size } = this.#term;
    const { sorted, suffixes, ranks } = this.segment.words;
    if (size > toldSizeMax && sizeOf(this.wordSuffixes) <= fewPlacesMax) {
      return beginningsAmong(suffixes, this.wordSuffixes, ranks, sorted.places);
    }
    return findRange(sorted, bytes, 0, size);
  }

  #findSymbolRows(): Range {
    const { bytes, size } = this.#term;
    const { symbolPlaces, symbolStarts, ranks, starts } = this.segment;
    if (size > toldSizeMax && sizeOf(this.symbolPlaces) <= fewPlacesMax) {
      return beginningsAmong(symbolPlaces, this.symbolPlaces, ranks, starts);
    }
    return findRange(symbolStarts, bytes, 0, size);
  }
}

/** Which texts begin at some of the places inside them; texts that begin alike stand together. */
function beginningsAmong(
  { places }: SortedPlaces,
  { from, to }: Range,
  ranks: PlaceRanks,
  starts: Int32Array,
): Range {
  let first = Number.POSITIVE_INFINITY;
  let count = 0;
  for (let i = from; i < to; i += 1) {
    const place = places[i] as number;
    const text = rankOfPlace(ranks, place);
    if (starts[text] !== place) continue;
    first = Math.min(first, text);
    count += 1;
  }
  return count === 0 ? nowhere : { from: first, to: first + count };
}

function sizeOf({ from, to }: Range): number {
  return to - from;
}
