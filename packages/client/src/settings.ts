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
export type ClientSettings = Partial<World> & {
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
};

/** What a single call may settle differently. */
export type CallSettings = {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
};

/** The settings with everything that was left out. */
export type Settled = Omit<ClientSettings, keyof Defaults> & Defaults;

type Defaults = World & { readonly timeoutMs: number; readonly retries: number; readonly waitMsMax: number };

/** Fills in what was left out; a member that is there but undefined does not take the place of a default. */
export function settle<Told extends object, Default extends object>(
  defaults: Default,
  told: Told,
): Told & Default {
  const given = Object.entries(told).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) } as Told & Default;
}
