import type { Claim } from "../../../claim.ts";
import { readings } from "./readings.ts";
import { refusedImages } from "./refused-images.ts";

/** The claims of the reading of cards, in the order of a run. */
export const claims: readonly Claim[] = [...refusedImages, ...readings];
