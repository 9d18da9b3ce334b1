import type { CatalogEntry } from "./make-search-catalog.ts";

/** Instruments as every contender gets them; text is also there as it is typed without a Vietnamese keyboard. */
export type Searched = CatalogEntry & { readonly plainName: string };

/** What a contender has built. */
export type BuiltSearch = {
  /** The symbols found, the best first, fifty at most; the term is plain where the contender wants it so. */
  readonly search: (term: string) => readonly string[] | Promise<readonly string[]>;
  /** What it takes where the memory of this process does not tell. */
  readonly byteCount?: number;
  /** Takes what an instrument has traded so far, where that costs no more than a search. */
  readonly trade?: (symbol: string, value: number) => void;
  readonly close?: () => Promise<void> | void;
};

/** Builds a search over instruments. */
export type BuildSearch = (instruments: readonly Searched[]) => BuiltSearch | Promise<BuiltSearch>;
