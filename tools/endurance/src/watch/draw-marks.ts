import type { Dice } from "../make-dice.ts";
import type { WatchedSymbol } from "./watched-symbol.ts";

/** Percents of a base between which prices are drawn, so wide that most draws open, end or force something. */
const percentMin = 60;
const percentMax = 140;

/** Draws a price for each symbol, in VND. */
export function drawMarks(dice: Dice, symbols: readonly WatchedSymbol[]): Map<string, bigint> {
  return new Map(
    symbols.map(({ symbol, baseVnd }) => {
      const percent = percentMin + dice(percentMax - percentMin + 1);
      return [symbol, (baseVnd / 100n) * BigInt(percent)];
    }),
  );
}
