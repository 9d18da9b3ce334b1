import type { Dice } from "../make-dice.ts";
import type { Raster } from "./raster.ts";

const tableLength = 65_536;

/** Grains a picture: two thirds of the noise are of brightness, and a third of each colour for itself. */
export function addNoise({ data }: Raster, deviation: number, dice: Dice): void {
  if (deviation === 0) return;
  const table = Float32Array.from({ length: tableLength }, () => bellShaped(dice) * deviation);
  let state = dice.below(2 ** 31);
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return table[state >>> 16] ?? 0;
  };
  for (let at = 0; at < data.length; at += 4) {
    const grain = next() * 0.8;
    data[at] = (data[at] ?? 0) + grain + next() * 0.5;
    data[at + 1] = (data[at + 1] ?? 0) + grain + next() * 0.4;
    data[at + 2] = (data[at + 2] ?? 0) + grain + next() * 0.6;
  }
}

/** After Box and Muller. */
function bellShaped(dice: Dice): number {
  return Math.sqrt(-2 * Math.log(1 - dice.between(0, 1))) * Math.cos(2 * Math.PI * dice.between(0, 1));
}
