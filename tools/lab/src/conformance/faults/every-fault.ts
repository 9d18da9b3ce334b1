import { coverFaults } from "./cover-faults.ts";
import { frameFaults } from "./frame-faults.ts";
import { listingFaults } from "./listing-faults.ts";
import type { Fault } from "./passage.ts";
import { searchFaults } from "./search-faults.ts";

/** Every fault that is planted, one at a time. */
export const everyFault: readonly Fault[] = [
  ...searchFaults,
  ...coverFaults,
  ...listingFaults,
  ...frameFaults,
];
