import type { Claim } from "../../../claim.ts";

/** Not written yet. */
export const claims: readonly Claim[] = [];
