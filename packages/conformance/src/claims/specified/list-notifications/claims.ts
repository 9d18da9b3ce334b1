import type { Claim } from "../../../claim.ts";
import { pages } from "./pages.ts";
import { rows } from "./rows.ts";

/** The claims of notifications, in the order of a run. */
export const claims: readonly Claim[] = [...pages, ...rows];
