/** Why a request fails, as a closed code; `http/failures.ts` maps each to an answer. */
import type { TokenRefusalCode } from "@trading-oms/access";

/** One fault of a request: the field as the caller named it, and how to correct it. */
export type Issue = { readonly field: string; readonly message: string };

export type Failure =
  | { readonly code: "no_such_path" }
  | { readonly code: "method_not_allowed"; readonly method: string; readonly allowed: readonly string[] }
  | { readonly code: "token_refused"; readonly reason: TokenRefusalCode }
  /** The token carries no role that allows this. It does not tell whether the path exists. */
  | { readonly code: "forbidden" }
  | {
      readonly code: "too_many_requests";
      readonly who: "user" | "address";
      readonly limit: number;
      readonly waitS: number;
    }
  /** Without a limit, streams without a token are too many in sum. */
  | { readonly code: "too_many_streams"; readonly addressLimit: number | undefined }
  | { readonly code: "not_implemented" }
  | { readonly code: "body_too_large"; readonly bytesMax: number }
  | { readonly code: "body_not_json" }
  | { readonly code: "body_timeout" }
  | { readonly code: "chunks_too_small" }
  | { readonly code: "request_malformed" }
  /** The `Host` is not one of a demonstration's. */
  | { readonly code: "host_unknown" }
  | { readonly code: "headers_too_large" }
  | { readonly code: "invalid_request"; readonly issues: readonly Issue[] }
  /** Like `invalid_request`, for operations that answer with problem details; `traceParent` leads to the logs. */
  | { readonly code: "invalid_parameters"; readonly issues: readonly Issue[]; readonly traceParent: string }
  | { readonly code: "symbol_not_listed"; readonly symbol: string }
  | { readonly code: "account_not_found" }
  | { readonly code: "position_not_found" }
  | { readonly code: "idempotency_key_reused" }
  | { readonly code: "too_busy" }
  /** A figure that the document requires is beyond what JSON represents exactly. */
  | { readonly code: "amounts_too_large" }
  /** The store cannot be reached or written. A change may have been committed and only its answer lost. */
  | { readonly code: "store_unavailable" }
  /** The cards in progress have reached the limit in number or size. */
  | { readonly code: "cards_queue_full" }
  | { readonly code: "card_worker_crashed" }
  | { readonly code: "card_decoder_unavailable" }
  | { readonly code: "card_reading_disabled" }
  | { readonly code: "not_ready" }
  | { readonly code: "unexpected" };
