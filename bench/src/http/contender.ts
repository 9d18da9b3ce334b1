import type { Verifier } from "@trading-oms/access";
import type { MarketDesk, ReferenceBook, Services } from "@trading-oms/brokerage";

/** What every contender works with: the same tokens, the same domain, the same store. */
export type Work = {
  readonly verifier: Pick<Verifier, "verify">;
  readonly book: ReferenceBook;
  readonly desk: Pick<MarketDesk, "search">;
  readonly store: Services["store"];
  readonly makeId: () => string;
  /** The public key of the tokens, for whoever checks them alone. */
  readonly publicKey: string;
};

/** Serves operations on a port of its own, and what its process has used at `/cpu`. */
export type Contender = (work: Work) => Promise<number>;
