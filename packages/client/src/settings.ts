import type { World } from "./world.ts";

/** An access token, or a function that gives one; `refused` tells that the last one was answered with 401. */
export type TokenSource =
  | string
  | ((reason: { readonly refused: boolean }) => string | undefined | Promise<string | undefined>);

/** What a hook is told of a request; never its token, its body or its query. */
export type RequestNote = { readonly method: string; readonly path: string; readonly attempt: number };

/** What a hook is told when an attempt is over: its status, or the kind of failure that took its place. */
export type ResponseNote = RequestNote & {
  readonly outcome: number | "timeout" | "network" | "aborted";
  readonly durationMs: number;
  readonly requestId?: string | undefined;
};

/** How a client behaves; only `baseUrl` has no default. */
export type ClientSettings = {
  /** Scheme, host and port of the service or its gateway, such as `https://api.example`. */
  readonly baseUrl: string;
  readonly token?: TokenSource | undefined;
  /** How long an attempt may take, its body included, in milliseconds. 10,000 where nothing is said. */
  readonly timeoutMs?: number | undefined;
  /** How often a call that may be repeated is repeated. 2 where nothing is said. */
  readonly retries?: number | undefined;
  /** The longest wait between two attempts that the client goes along with, in milliseconds. 30,000 where nothing is said. */
  readonly waitMsMax?: number | undefined;
  readonly beforeRequest?: ((note: RequestNote) => void) | undefined;
  readonly afterResponse?: ((note: ResponseNote) => void) | undefined;
  readonly fetch?: World["fetch"] | undefined;
  /** Clock, timers and randomness, for tests. */
  readonly world?: Partial<World> | undefined;
};

/** What a single call may settle differently. */
export type CallSettings = {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
};

/** The settings as the parts of the client use them. */
export type Settled = {
  readonly token: TokenSource | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly waitMsMax: number;
  readonly beforeRequest: (note: RequestNote) => void;
  readonly afterResponse: (note: ResponseNote) => void;
  readonly world: World;
};

/** Fills in what was left out, and refuses what can't be meant. */
export function settle(settings: ClientSettings, ofRuntime: World): Settled {
  const { timeoutMs = 10_000, retries = 2, waitMsMax = 30_000, fetch } = settings;
  if (!/^https?:\/\/[^/?#]/i.test(settings.baseUrl)) {
    throw new TypeError("baseUrl has to be an address such as https://api.example");
  }
  if (settings.token === "")
    throw new TypeError("token has to be an access token; leave it out where there is none");
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs has to be above 0");
  if (!Number.isInteger(retries) || retries < 0) throw new TypeError("retries has to be 0, 1, 2 …");
  const nothing = (): void => {};
  return {
    token: settings.token,
    timeoutMs,
    retries,
    waitMsMax,
    beforeRequest: settings.beforeRequest ?? nothing,
    afterResponse: settings.afterResponse ?? nothing,
    world: { ...ofRuntime, ...settings.world, ...(fetch && { fetch }) },
  };
}
