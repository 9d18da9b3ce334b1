import type { MatchRank } from "./match-rank.ts";

/** An instrument that was found, and how well it matches. */
export type SearchHit = { readonly symbol: string; readonly rank: MatchRank };
