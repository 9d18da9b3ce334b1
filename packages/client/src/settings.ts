import type { ApiErrorKind } from "./api-error.ts";
import type { World } from "./world.ts";

/** An access token, or a function that gives one; `refused` tells that the last one was answered with 401. */
export type TokenSource =
  | string
  | ((reason: { readonly refused: boolean }) => string | undefined | Promise<string | undefined>);

/** What a hook is told of a request; never its token, its body or its query. */
export type RequestNote = { readonly method: string; readonly path: string; readonly attempt: number };

/** What a hook is told when an attempt is over: its status, or the kind of failure that took its place. */
export type ResponseNote = RequestNote & {
  readonly outcome: number | ApiErrorKind;
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
export type Settled = Pick<ClientSettings, "beforeRequest" | "afterResponse"> & {
  readonly token: ((reason: { readonly refused: boolean }) => Promise<string | undefined>) | undefined;
  /** Whether asking for the token again may give another. */
  readonly canRenewToken: boolean;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly waitMsMax: number;
  readonly world: World;
  /** Keeps the token out of a text. */
  readonly hide: (text: string) => string;
};

/** Fills in what was left out, and refuses what can't be meant. */
export function settle(settings: ClientSettings, ofRuntime: World): Settled {
  const { baseUrl, token, timeoutMs = 10_000, retries = 2, waitMsMax = 30_000, fetch } = settings;
  if (!/^https?:\/\/[^/?#]/i.test(baseUrl)) throw new TypeError("baseUrl has to be like https://api.example");
  if (token === "") throw new TypeError("token has to be an access token, or left out");
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs has to be above 0");
  if (!(retries >= 0 && retries % 1 === 0)) throw new TypeError("retries has to be 0, 1, 2 …");
  // A server, or a proxy before it, may quote the token in its error; whoever logs the error must not log the token.
  let last: string | undefined;
  return {
    ...settings,
    token:
      token === undefined
        ? undefined
        : async (reason) => {
            last = typeof token === "function" ? await token(reason) : token;
            return last;
          },
    canRenewToken: typeof token === "function",
    hide: (text) => (last ? text.replaceAll(last, "[token]") : text),
    timeoutMs,
    retries,
    waitMsMax,
    world: { ...ofRuntime, ...settings.world, ...(fetch && { fetch }) },
  };
}
