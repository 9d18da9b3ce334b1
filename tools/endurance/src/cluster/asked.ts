/** The operations that are asked, in the order of the specification. */
export type OperationName =
  | "searchSymbols"
  | "parseIdCard"
  | "setCoveredMarginCall"
  | "getMarginRatio"
  | "listNotifications";

/** What came of a request to one server; times are of the wall clock. */
export type Asked = {
  readonly operation: OperationName;
  /** The place of the server among all. */
  readonly server: number;
  readonly beganMs: number;
  readonly endedMs: number;
  /** `failed` is an answer of 503, `refused` a connection that was not let in, `cut` one that broke. */
  readonly outcome: "answered" | "failed" | "refused" | "cut";
  /** What is wrong at any time, outage or not. */
  readonly fault: string | undefined;
};
