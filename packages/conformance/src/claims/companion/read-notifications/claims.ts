import type { Claim } from "../../../claim.ts";
import { bodies } from "./bodies.ts";
import { marks } from "./marks.ts";

/** The claims of marking notifications as read, in the order of a run. */
export const claims: readonly Claim[] = [...bodies, ...marks];
