import { paper } from "./even-shade.ts";
import type { GrayImage } from "./gray-image.ts";

/** What is darker than three quarters of paper is ink. */
const inkMax = 0.75 * paper;

/** Less of its zone no number covers, however blurred it is. */
const inkShareMin = 0.02;

/** Whether a zone whose shade was evened, and which was sharpened then, has as much ink as print takes; paper and fine grain have none. */
export function hasInk({ data }: GrayImage): boolean {
  let count = 0;
  for (const each of data) if (each < inkMax) count += 1;
  return count >= inkShareMin * data.length;
}
