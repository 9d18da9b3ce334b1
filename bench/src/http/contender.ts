import type { Verifier } from "@trading-oms/access";
import type { ReferenceBook, Services } from "@trading-oms/brokerage";

/** What every contender works with: the same tokens, the same domain, the same store. */
export type Work = {
  readonly verifier: Pick<Verifier, "verify">;
  readonly book: ReferenceBook;
  readonly store: Services["store"];
  readonly makeId: () => string;
  /** The public key of the tokens, for whoever checks them alone. */
  readonly publicKey: string;
};

/** Serves operations 4 and 5 on a port of its own, and what its process has used at `/cpu`. */
export type Contender = (work: Work) => Promise<number>;
