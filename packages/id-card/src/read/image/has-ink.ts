import { paper } from "./even-shade.ts";
import type { GrayImage } from "./gray-image.ts";

/** What is darker than three quarters of paper is ink. The lightest print that recognition made a number of is half as light. */
const inkMax = 0.75 * paper;

/** Twelve digits cover five times as much of their zone. */
const inkShareMin = 0.02;

/** Whether a zone whose shade was evened has as much ink as print takes; grain and paper have none. */
export function hasInk({ data }: GrayImage): boolean {
  let count = 0;
  for (const each of data) if (each < inkMax) count += 1;
  return count >= inkShareMin * data.length;
}
