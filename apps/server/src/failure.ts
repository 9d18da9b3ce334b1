import type { TokenRefusalCode } from "@trading-oms/access";

/** One thing that is wrong with a request: the field as the caller named it, and the mend. */
export type Issue = { readonly field: string; readonly message: string };

/** Everything that is expected to go wrong, by a closed code; `answer-failure.ts` says how each is answered. */
export type Failure =
  | { readonly code: "no-such-path" }
  | { readonly code: "method-not-allowed"; readonly method: string; readonly allowed: readonly string[] }
  | { readonly code: "token-refused"; readonly reason: TokenRefusalCode }
  | {
      readonly code: "too-many-requests";
      readonly who: "user" | "address";
      readonly limit: number;
      readonly waitS: number;
    }
  | { readonly code: "body-too-large"; readonly bytesMax: number }
  | { readonly code: "body-not-json-type" }
  | { readonly code: "body-late" }
  | { readonly code: "chunks-too-small" }
  | { readonly code: "request-malformed" }
  | { readonly code: "headers-too-large" }
  | { readonly code: "invalid-request"; readonly issues: readonly Issue[] }
  /** The same where an operation tells problems, with the trace that leads to the logs. */
  | { readonly code: "invalid-parameters"; readonly issues: readonly Issue[]; readonly traceParent: string }
  | { readonly code: "symbol-not-listed"; readonly symbol: string }
  | { readonly code: "position-not-there" }
  | { readonly code: "idempotency-key-reused" }
  | { readonly code: "too-busy" }
  /** The store can't be reached or written; a change may have been made, and only its answer lost. */
  | { readonly code: "store-away" }
  /** The cards that are under way are as many as are taken, or as large. */
  | { readonly code: "cards-queue-full" }
  | { readonly code: "card-broke-off" }
  /** On a runtime where there is nothing to read a card with. */
  | { readonly code: "cards-away" }
  | { readonly code: "cards-not-read-here" }
  | { readonly code: "not-ready" }
  | { readonly code: "unexpected" };
