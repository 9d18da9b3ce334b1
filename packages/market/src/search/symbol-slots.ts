import { inStretches, type Steps } from "./steps.ts";

/** A hash table from symbols, as they are written, to their rows; it holds rows alone and no text. */
export type SymbolSlots = Int32Array;

const vacant = -1;
const placesPerSymbol = 4;

/** Notes the row of each symbol. */
export function* symbolSlots(symbols: readonly string[]): Steps<SymbolSlots> {
  const size = 2 ** Math.ceil(Math.log2(1.5 * symbols.length + 2));
  const slots = new Int32Array(size).fill(vacant);
  const note = (from: number, to: number) => {
    for (let row = from; row < to; row += 1) {
      let slot = hashOf(symbols[row] as string) & (size - 1);
      while (slots[slot] !== vacant) slot = (slot + 1) & (size - 1);
      slots[slot] = row;
    }
  };
  yield* inStretches(symbols.length, note, placesPerSymbol);
  return slots;
}

/** The row of a symbol, or −1. */
export function rowOfSymbol(slots: SymbolSlots, symbols: readonly string[], symbol: string): number {
  const mask = slots.length - 1;
  for (let slot = hashOf(symbol) & mask; ; slot = (slot + 1) & mask) {
    const row = slots[slot] as number;
    if (row === vacant || symbols[row] === symbol) return row;
  }
}

function hashOf(symbol: string): number {
  let hash = 0;
  for (let i = 0; i < symbol.length; i += 1) hash = Math.imul(hash ^ symbol.charCodeAt(i), 0x0100_0193);
  return hash ^ (hash >>> 15);
}
