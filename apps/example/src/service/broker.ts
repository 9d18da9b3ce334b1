/** What the app talks to: a server, or the broker in the page. */

export type Broker = {
  readonly baseUrl: string;
  /** How requests are sent; `fetch` of the browser by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** A token that is at hand, so that nobody has to sign in. */
  readonly token?: string;
  /** Lets the market fall, where that can be asked for. */
  readonly fall?: () => Promise<void>;
};
