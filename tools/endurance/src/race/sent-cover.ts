/** An order to cover as it went over the wire, and how it was answered. */
export type SentCover = {
  readonly requestId: string;
  /** Undefined where it was sent without an Idempotency-Key. */
  readonly key: string | undefined;
  readonly accountId: string;
  readonly symbol: string;
  readonly amountVnd: number;
  /** Whether the token was another user's, who has no such position. */
  readonly isForeign: boolean;
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
};
