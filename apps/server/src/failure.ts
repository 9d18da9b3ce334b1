/** Why a request fails, as a closed code; `http/failures.ts` maps each to an answer. */
import type { TokenRefusalCode } from "@trading-oms/access";

/** One fault of a request: the field as the caller named it, and how to correct it. */
export type Issue = { readonly field: string; readonly message: string };

/** All expected failures. */
export type Failure =
  | { readonly code: "no-such-path" }
  | { readonly code: "method-not-allowed"; readonly method: string; readonly allowed: readonly string[] }
  | { readonly code: "token-refused"; readonly reason: TokenRefusalCode }
  /** The token carries no role that allows this. It does not tell whether the path exists. */
  | { readonly code: "forbidden" }
  | {
      readonly code: "too-many-requests";
      readonly who: "user" | "address";
      readonly limit: number;
      readonly waitS: number;
    }
  /** Without a limit, streams without a token are too many in sum. */
  | { readonly code: "too-many-streams"; readonly addressLimit: number | undefined }
  /** This deployment does not have the operation. */
  | { readonly code: "not-implemented" }
  | { readonly code: "body-too-large"; readonly bytesMax: number }
  | { readonly code: "body-not-json" }
  | { readonly code: "body-timeout" }
  | { readonly code: "chunks-too-small" }
  | { readonly code: "request-malformed" }
  /** The `Host` is not one of a demonstration's. */
  | { readonly code: "host-unknown" }
  | { readonly code: "headers-too-large" }
  | { readonly code: "invalid-request"; readonly issues: readonly Issue[] }
  /** Like `invalid-request`, for operations that answer with problem details; `traceParent` leads to the logs. */
  | { readonly code: "invalid-parameters"; readonly issues: readonly Issue[]; readonly traceParent: string }
  | { readonly code: "symbol-not-listed"; readonly symbol: string }
  | { readonly code: "account-not-found" }
  | { readonly code: "position-not-found" }
  | { readonly code: "idempotency-key-reused" }
  | { readonly code: "too-busy" }
  /** A figure that the document requires is beyond what JSON represents exactly. */
  | { readonly code: "amounts-too-large" }
  /** The store cannot be reached or written. A change may have been committed and only its answer lost. */
  | { readonly code: "store-unavailable" }
  /** The cards in progress have reached the limit in number or size. */
  | { readonly code: "cards-queue-full" }
  | { readonly code: "card-worker-crashed" }
  | { readonly code: "card-decoder-unavailable" }
  /** This deployment cannot read cards. */
  | { readonly code: "card-reading-disabled" }
  | { readonly code: "not-ready" }
  | { readonly code: "unexpected" };
