import type { TokenFault } from "@trading-oms/access";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";

/** A body of which the end was written before, so that it is sent as it is and not copied behind its beginning. */
export type BodyInParts = { readonly begin: string; readonly end: Uint8Array<ArrayBuffer> };

export type AnswerBody = string | Uint8Array<ArrayBuffer> | BodyInParts | null;

/** An answer with all of its headers, as it goes out. */
export type SentAnswer = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: AnswerBody;
};

/** An answer before it has the headers that every answer has. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
  /** Why a token was refused or the store failed, for the log alone. */
  readonly reason?: TokenFault | StoreErrorCode;
};
