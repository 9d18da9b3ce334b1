import { endByte } from "./make-text-folder.ts";
import type { RowTexts } from "./row-texts.ts";
import { inStretches, type Steps } from "./steps.ts";

/** How many bytes the shortest and the longest have. */
export type SizeRange = { readonly min: number; readonly max: number };

/** The sizes of symbols and of ticker codes: a term of another size is none of them. */
export type CodeSizes = { readonly symbols: SizeRange; readonly tickers: SizeRange };

const placesPerRow = 16;

/** Finds the sizes; a code that a row does not have counts as none. */
export function* codeSizes({ text, starts, symbols }: Omit<RowTexts, "values">): Steps<CodeSizes> {
  const found = { symbols: unknownRange(), tickers: unknownRange() };
  yield* inStretches(
    symbols.length,
    (from, to) => {
      for (let row = from; row < to; row += 1) {
        const start = starts[row] as number;
        const symbolEnd = endOf(text, start);
        include(found.symbols, symbolEnd - start);
        include(found.tickers, endOf(text, symbolEnd + 1) - symbolEnd - 1);
      }
    },
    placesPerRow,
  );
  return found;
}

function unknownRange(): { min: number; max: number } {
  return { min: Number.POSITIVE_INFINITY, max: 0 };
}

function include(range: { min: number; max: number }, size: number): void {
  if (size === 0) return;
  range.min = Math.min(range.min, size);
  range.max = Math.max(range.max, size);
}

function endOf(text: Uint8Array, start: number): number {
  let end = start;
  while (text[end] !== endByte) end += 1;
  return end;
}
