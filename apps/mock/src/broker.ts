/** What a broker offers. These types name no other package, so that the mock needs none. */

/** Options of `createBroker`. */
export interface BrokerOptions {
  /** The same seed gives the same prices. Default: 1. */
  readonly seed?: number;
  /** The clock in Unix milliseconds; a test passes one that it sets. Default: `Date.now`. */
  readonly now?: () => number;
  /** How many times as fast as the clock the exchange trades; 0 holds all prices still. Default: 10. */
  readonly speed?: number;
  /** Adds sixty accounts, so that the desk has a day's work. Default: `false`. */
  readonly desk?: boolean;
}

/** What a card says, by the names of the operation `parseIdCard`. Days are written dd/MM/yyyy, and sex is `Nam` or `Nữ`. */
export type CardFields = { readonly [Name in CardFieldName]?: string | undefined };

type CardFieldName =
  | ("idNumber" | "fullName" | "dateOfBirth" | "sex" | "nationality")
  | ("placeOfOrigin" | "placeOfResidence" | "dateOfExpiry" | "dateOfIssue" | "issuedBy");

/** The statuses that {@link Broker.fail} can answer. */
export type FailedStatus = 401 | 403 | 404 | 408 | 429 | 500 | 501 | 503;

/** A broker of its own: nothing is shared with another one. */
export interface Broker {
  /** Answers a request as a server would, whatever its host. It needs no `this`: pass it as the `fetch` option of a client. */
  readonly fetch: typeof globalThis.fetch;
  /** A token of a user for a day: `demo`, `demo-2` and `demo-3` have accounts. A role makes it one for the desk. */
  user(userId: string, role?: "viewer" | "operator"): Promise<string>;
  /**
   * Lets the next calls of an operation fail, with the documented body of the status, before they reach it: all of them, or
   * `times` of them. Operations of other documents are named with their document, such as `companion.getAccount`. Throws a
   * `RangeError` for another operation or status.
   */
  fail(operation: string, status: FailedStatus, options?: { readonly times?: number }): void;
  /** Delays answers, of one operation or of all; 0 ends it. */
  delay(milliseconds: number, operation?: string): void;
  /** Decides what the next cards say; `undefined` leaves it to the photographs, whose QR codes are read in a page alone. */
  card(fields: CardFields | undefined): void;
  readonly market: {
    /**
     * Moves a price by a percentage, and trading goes on from there; `*` moves all. It ends at the price step below, within the
     * day's band. Resolves when everyone concerned was called. Rejects with a `RangeError` for another symbol, and for a
     * percentage that is no number above -100.
     */
    move(symbol: string, percent: number): Promise<void>;
  };
  /** Ends streams, and answers no more. */
  close(): Promise<void>;
}
