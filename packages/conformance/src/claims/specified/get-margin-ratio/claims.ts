import type { Claim } from "../../../claim.ts";
import { figures } from "./figures.ts";
import { unlisted } from "./unlisted.ts";

/** The claims of margin ratios, in the order of a run. */
export const claims: readonly Claim[] = [...figures, ...unlisted];
