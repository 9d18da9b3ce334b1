/** What the app talks to: a server, or the broker in the page. */

export type Broker = {
  readonly baseUrl: string;
  /** How requests are sent; `fetch` of the browser by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** A token that is at hand, so that nobody has to sign in. */
  readonly token?: string;
  /** Brings a new token for one that the service refuses, as the library of a provider does. Without it, the user signs in again. */
  readonly refresh?: () => Promise<string>;
  /** Lets the market fall, where that can be asked for. */
  readonly fall?: () => Promise<void>;
};
