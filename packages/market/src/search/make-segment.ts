import { bestOfSegment } from "./best-of-segment.ts";
import { byteGrams } from "./byte-grams.ts";
import { codeSizes } from "./code-sizes.ts";
import { sortedPlaces } from "./find-range.ts";
import { IntList } from "./int-list.ts";
import { endByte } from "./make-text-folder.ts";
import { placeRanks } from "./place-ranks.ts";
import { rowBits } from "./row-bits.ts";
import type { RowTexts } from "./row-texts.ts";
import type { Segment } from "./segment.ts";
import { slipTable } from "./slip-table.ts";
import { sortSuffixes } from "./sort-suffixes.ts";
import { inStretches, type Steps } from "./steps.ts";
import { symbolSlots } from "./symbol-slots.ts";
import { wordList } from "./word-list.ts";

const placesPerRow = 16;

/** Sorts and gathers what is searched. */
export function* makeSegment(rows: RowTexts): Steps<Segment> {
  const { text, starts, symbols, values } = rows;
  const count = symbols.length;
  const fields = yield* listFields(rows);
  // Read in the order of the text, which is sooner done than in that of what stands there.
  const symbolGrams = yield* byteGrams(text, fields.symbolPlaces);
  const tickerGrams = yield* byteGrams(text, fields.tickerPlaces);
  yield* sortSuffixes(text, fields.symbolPlaces);
  yield* sortSuffixes(text, fields.tickerPlaces);
  const tickerStarts = yield* listTickerStarts(text, fields.tickerPlaces);
  const words = yield* wordList(rows);
  const made = {
    ...rows,
    ranks: yield* placeRanks(starts, count, text.length),
    codeSizes: yield* codeSizes(rows),
    symbolStarts: yield* sortedPlaces(text, starts, count),
    tickerStarts: yield* sortedPlaces(text, tickerStarts),
    symbolPlaces: yield* sortedPlaces(text, fields.symbolPlaces, fields.symbolPlaces.length, symbolGrams),
    tickerPlaces: yield* sortedPlaces(text, fields.tickerPlaces, fields.tickerPlaces.length, tickerGrams),
    slips: yield* slipTable(text, starts, count),
    words,
    common: yield* rowBits({ symbols, words }),
    slots: yield* symbolSlots(symbols),
    taken: new Uint8Array(count),
    liveCount: values.reduce((sum, value) => (value < 0 ? sum : sum + 1), 0),
  };
  return { ...made, best: yield* bestOfSegment(made) };
}

/** Lists every place inside a symbol, and inside a ticker code. */
function* listFields({
  text,
  starts,
  symbols,
}: RowTexts): Steps<Record<"symbolPlaces" | "tickerPlaces", Int32Array>> {
  const counts = [0, 0];
  const visitEach = (from: number, to: number, visit: (place: number, field: 0 | 1) => void) => {
    for (let row = from; row < to; row += 1) {
      let place = starts[row] as number;
      for (; text[place] !== endByte; place += 1) visit(place, 0);
      for (place += 1; text[place] !== endByte; place += 1) visit(place, 1);
    }
  };
  const count = (_: number, field: 0 | 1) => {
    counts[field] = (counts[field] as number) + 1;
  };
  yield* inStretches(symbols.length, (from, to) => visitEach(from, to, count), placesPerRow);
  const places = counts.map((size) => new Int32Array(size)) as [Int32Array, Int32Array];
  counts.fill(0);
  const list = (place: number, field: 0 | 1) => {
    const target = counts[field] as number;
    places[field][target] = place;
    counts[field] = target + 1;
  };
  yield* inStretches(symbols.length, (from, to) => visitEach(from, to, list), placesPerRow);
  return { symbolPlaces: places[0], tickerPlaces: places[1] };
}

/** Of the places inside a ticker code, only the first has the end of the symbol in front. */
function* listTickerStarts(text: Uint8Array, places: Int32Array): Steps<Int32Array> {
  const starts = new IntList();
  yield* inStretches(places.length, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const place = places[i] as number;
      if (text[place - 1] === endByte) starts.push(place);
    }
  });
  return starts.toArray();
}
