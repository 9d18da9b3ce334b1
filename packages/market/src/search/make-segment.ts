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
  const count = symbols.length;
  let symbolCount = 0;
  let tickerCount = 0;
  const measure = (from: number, to: number) => {
    for (let row = from; row < to; row += 1) {
      const start = starts[row] as number;
      const end = fieldEnd(text, start);
      symbolCount += end - start;
      tickerCount += fieldEnd(text, end + 1) - end - 1;
    }
  };
  yield* inStretches(count, measure, placesPerRow);
  const symbolPlaces = new Int32Array(symbolCount);
  const tickerPlaces = new Int32Array(tickerCount);
  symbolCount = 0;
  tickerCount = 0;
  const list = (from: number, to: number) => {
    for (let row = from; row < to; row += 1) {
      let place = starts[row] as number;
      for (; text[place] !== endByte; place += 1, symbolCount += 1) symbolPlaces[symbolCount] = place;
      for (place += 1; text[place] !== endByte; place += 1, tickerCount += 1)
        tickerPlaces[tickerCount] = place;
    }
  };
  yield* inStretches(count, list, placesPerRow);
  return { symbolPlaces, tickerPlaces };
}

function fieldEnd(text: Uint8Array, start: number): number {
  let end = start;
  while (text[end] !== endByte) end += 1;
  return end;
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
