import { countCharacters, isOneSlip } from "./is-one-slip.ts";
import { isWordByte } from "./is-word-byte.ts";
import { endByte, spaceByte } from "./make-text-folder.ts";
import { rankPlaces, slipCharacterCounts } from "./match-rank.ts";
import type { Range } from "./range.ts";
import type { SearchTerm } from "./search-term.ts";
import { wordEnd } from "./word-end.ts";

/** Where the fields of a row stand. */
type Fields = {
  readonly text: Uint8Array;
  readonly symbol: number;
  readonly symbolEnd: number;
  readonly ticker: number;
  readonly tickerEnd: number;
  readonly name: number;
  readonly nameEnd: number;
};

/**
 * Says how well a row matches, from its text alone. Everything else only finds rows that are worth asking about, so
 * whatever it finds, what is answered is what stands here.
 */
export function rankRow(text: Uint8Array, rowStart: number, rowEnd: number, term: SearchTerm): number {
  const { bytes, size } = term;
  const symbolEnd = fieldEnd(text, rowStart);
  const ticker = symbolEnd + 1;
  const tickerEnd = fieldEnd(text, ticker);
  const isPrefix = beginsWith(text, rowStart, bytes, 0, size);
  if (isPrefix && symbolEnd - rowStart === size) return rankPlaces.exactSymbol;
  if (tickerEnd - ticker === size && beginsWith(text, ticker, bytes, 0, size)) return rankPlaces.exactTicker;
  if (isPrefix) return rankPlaces.symbolPrefix;
  const name = tickerEnd + 1;
  const nameEnd = rowEnd - 1;
  const inName = rankInName(text, name, nameEnd, bytes, 0, size);
  if (inName === rankPlaces.wordPrefix) return inName;
  if (inName !== rankPlaces.none || isWithin(text, rowStart, tickerEnd, bytes, 0, size)) {
    return rankPlaces.substring;
  }
  const fields = { text, symbol: rowStart, symbolEnd, ticker, tickerEnd, name, nameEnd };
  return rankByPieces(fields, term);
}

function rankByPieces(fields: Fields, term: SearchTerm): number {
  let starting = 0;
  let missing = 0;
  let missingPiece: Range | undefined;
  for (const piece of term.pieces) {
    const rank = rankPiece(fields, term.bytes, piece);
    if (rank === rankPlaces.wordStarts) starting += 1;
    if (rank !== rankPlaces.none) continue;
    missing += 1;
    missingPiece = piece;
  }
  if (missing === 0) return starting === term.pieces.length ? rankPlaces.wordStarts : rankPlaces.wordParts;
  const { symbol, symbolEnd } = fields;
  if (
    term.characterCount >= slipCharacterCounts.symbolMin &&
    isOneSlip(term.bytes, 0, term.size, fields.text, symbol, symbolEnd)
  )
    return rankPlaces.symbolSlip;
  if (missing > 1 || missingPiece === undefined) return rankPlaces.none;
  return hasWordSlip(fields, term.bytes, missingPiece) ? rankPlaces.wordSlip : rankPlaces.none;
}

function rankPiece(fields: Fields, bytes: Uint8Array, { from, to }: Range): number {
  const { text, symbol, ticker, tickerEnd, name, nameEnd } = fields;
  if (beginsWith(text, symbol, bytes, from, to) || beginsWith(text, ticker, bytes, from, to)) {
    return rankPlaces.wordStarts;
  }
  const inName = rankInName(text, name, nameEnd, bytes, from, to);
  if (inName === rankPlaces.wordPrefix) return rankPlaces.wordStarts;
  const isThere = inName !== rankPlaces.none || isWithin(text, symbol, tickerEnd, bytes, from, to);
  return isThere ? rankPlaces.wordParts : rankPlaces.none;
}

function hasWordSlip({ text, name, nameEnd }: Fields, bytes: Uint8Array, { from, to }: Range): boolean {
  if (countCharacters(bytes, from, to) < slipCharacterCounts.wordMin) return false;
  for (let place = name; place < nameEnd; ) {
    const end = wordEnd(text, place);
    if (text[place] !== spaceByte && isOneSlip(bytes, from, to, text, place, end)) return true;
    place = end;
  }
  return false;
}

function rankInName(
  text: Uint8Array,
  name: number,
  nameEnd: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  const first = bytes[from] as number;
  const last = nameEnd - (to - from);
  let rank: number = rankPlaces.none;
  for (let place = name; place <= last; place += 1) {
    if (text[place] !== first || !beginsWith(text, place, bytes, from, to)) continue;
    // In front of the name stands the end of the ticker code, which is no word either; a sign is a word of its own.
    if (!isWordByte(first) || !isWordByte(text[place - 1] as number)) return rankPlaces.wordPrefix;
    rank = rankPlaces.substring;
  }
  return rank;
}

/** No term holds the 0 that parts two fields, so none is found across them. */
function isWithin(
  text: Uint8Array,
  start: number,
  end: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): boolean {
  const first = bytes[from] as number;
  for (let place = start; place <= end - (to - from); place += 1) {
    if (text[place] === first && beginsWith(text, place, bytes, from, to)) return true;
  }
  return false;
}

function beginsWith(text: Uint8Array, place: number, bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from, j = place; i < to; i += 1, j += 1) if (text[j] !== bytes[i]) return false;
  return true;
}

function fieldEnd(text: Uint8Array, start: number): number {
  let end = start;
  while (text[end] !== endByte) end += 1;
  return end;
}
