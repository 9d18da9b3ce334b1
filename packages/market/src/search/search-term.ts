import { type ByteText, writeByte } from "./byte-text.ts";
import { countCharacters } from "./is-one-slip.ts";
import { isWordByte } from "./is-word-byte.ts";
import { endByte, spaceByte, type TextFolder } from "./make-text-folder.ts";
import type { Range } from "./range.ts";
import { wordEnd } from "./word-end.ts";

/** A term as it is looked for. */
export type SearchTerm = {
  /** Folded, with a 0 behind it. */
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly characterCount: number;
  readonly whole: Range;
  /** What stands between spaces. */
  readonly pieces: readonly Range[];
  /** Words, and signs that belong to none. */
  readonly words: readonly Range[];
  /** Whether what stands between spaces are words and no signs, so that finding its words finds the term. */
  readonly isPlain: boolean;
};

const charactersMax = 100;
/** A letter with two marks is three units in decomposed text. */
const unitsMax = 4 * charactersMax;

/** Prepares a term, in a room that the next one takes over; undefined where nothing can match it. */
export function searchTerm(term: string, fold: TextFolder, text: ByteText): SearchTerm | undefined {
  if (term.length > unitsMax || !term.isWellFormed()) return undefined;
  text.size = 0;
  fold(term, text);
  writeByte(text, endByte);
  text.size -= 1;
  const { bytes, size } = text;
  const characterCount = countCharacters(bytes, 0, size);
  if (characterCount === 0 || characterCount > charactersMax) return undefined;
  const whole = { from: 0, to: size };
  // Most terms are one word.
  if (wordEnd(bytes, 0) === size && isWordByte(bytes[0] as number)) {
    return { bytes, size, characterCount, whole, pieces: [whole], words: [whole], isPlain: true };
  }
  const pieces: Range[] = [];
  const words: Range[] = [];
  let pieceStart = 0;
  for (let place = 0; place < size; ) {
    if (bytes[place] === spaceByte) {
      pieces.push({ from: pieceStart, to: place });
      place += 1;
      pieceStart = place;
    } else {
      const end = wordEnd(bytes, place);
      words.push({ from: place, to: end });
      place = end;
    }
  }
  pieces.push({ from: pieceStart, to: size });
  const isPlain =
    words.length === pieces.length && words.every(({ from }) => isWordByte(bytes[from] as number));
  return { bytes, size, characterCount, whole, pieces, words, isPlain };
}

/** A term that is one word of plain bytes. */
export function termOfWord(word: Uint8Array): SearchTerm {
  const size = word.length;
  const bytes = new Uint8Array(size + 1);
  bytes.set(word);
  const whole = { from: 0, to: size };
  return { bytes, size, characterCount: size, whole, pieces: [whole], words: [whole], isPlain: true };
}
