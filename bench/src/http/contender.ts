import type { Verifier } from "@trading-oms/access";
import type { ReferenceBook, Services } from "@trading-oms/brokerage";
import type { WriteEntry } from "@trading-oms/server/search-entries";

/** What a term has found: entries that were written before, the best match first. */
export type FoundEntries = {
  readonly entries: readonly ReturnType<WriteEntry>[];
  readonly quotedAtMs: number | undefined;
};

/** What every contender works with: the same tokens, the same domain, the same store. */
export type Work = {
  readonly verifier: Pick<Verifier, "verify">;
  readonly book: ReferenceBook;
  readonly desk: { readonly search: (term: string) => FoundEntries };
  readonly store: Services["store"];
  readonly makeId: () => string;
  /** The public key of the tokens, for whoever checks them alone. */
  readonly publicKey: string;
};

/** Serves operations on a port of its own, and what its process has used at `/cpu`. */
export type Contender = (work: Work) => Promise<number>;
