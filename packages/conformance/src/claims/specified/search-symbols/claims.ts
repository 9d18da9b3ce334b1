import type { Claim } from "../../../claim.ts";
import { echoes } from "./echoes.ts";
import { envelope } from "./envelope.ts";
import { matches } from "./matches.ts";
import { tags } from "./tags.ts";
import { terms } from "./terms.ts";

/** The claims of the symbol search, in the order of a run. */
export const claims: readonly Claim[] = [...envelope, ...echoes, ...tags, ...matches, ...terms];
