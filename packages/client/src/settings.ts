import type { ApiErrorKind } from "./api-error.ts";
import type { World } from "./world.ts";

/**
 * An access token, or a function that returns one. The function runs before each attempt, and once more with
 * `refused: true` after a 401, to refresh the token; calls that fail with one expired token share that refresh, and
 * wait for it for at most `timeoutMs`. `undefined` sends no token.
 */
export type TokenSource = string | TokenFunction;

/** A function that returns an access token. After a 401, `refused` is true, and the function has to refresh the token. */
export type TokenFunction = (reason: {
  readonly refused: boolean;
}) => string | undefined | Promise<string | undefined>;

/** The argument of `beforeRequest`. It contains neither token, query nor body. */
export type RequestNote = {
  readonly method: string;
  readonly path: string;
  /** 1 for the first attempt of a call. */
  readonly attempt: number;
};

/** The argument of `afterResponse`. */
export type ResponseNote = RequestNote & {
  /** The HTTP status, or the kind of error if there was no answer. */
  readonly outcome: number | ApiErrorKind;
  readonly durationMs: number;
  /** The `X-Request-Id` of the answer. */
  readonly requestId?: string | undefined;
};

/** The settings of a client. Only `baseUrl` is required. */
export type ClientSettings = Partial<World> & {
  /** The URL of the service or its gateway, such as `https://api.example`. A path prefix is kept. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`. Default: none. */
  readonly token?: TokenSource | undefined;
  /** The time limit of one attempt including the body, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How many times a failed call is retried, if it may be retried. Default: 2. */
  readonly retries?: number | undefined;
  /** The limit of a backoff and of a `Retry-After`, in milliseconds. A longer `Retry-After` ends the call. Default: 30,000. */
  readonly waitMsMax?: number | undefined;
  /** The language of messages of the named methods, such as `vi`. Default: the browser's. */
  readonly language?: string | undefined;
  /** Runs before each attempt, for logging. If it throws, the call fails with that error. */
  readonly beforeRequest?: ((note: RequestNote) => void) | undefined;
  /** Runs after each attempt, for logging. Its errors are ignored. */
  readonly afterResponse?: ((note: ResponseNote) => void) | undefined;
};

/** Settings of a single call, which override those of the client. */
export type CallSettings = {
  /** Aborts the call, which then throws an `ApiError` of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** How many times the call is retried, if it may be retried. */
  readonly retries?: number | undefined;
  /** The language of messages, such as `vi`. It wins over the browser's. */
  readonly language?: string | undefined;
};

/** Settings of a call that changes something. */
export type ChangeSettings = CallSettings & {
  /** By default each call has a new one, and all its attempts have the same, so that the service makes the change once. */
  readonly idempotencyKey?: string | undefined;
};

/** The settings of a client with defaults applied. */
export type ResolvedSettings = Omit<ClientSettings, keyof Defaults> &
  Defaults & {
    /** Whether a POST may be repeated after each retryable failure, since it writes nothing or the same again. */
    readonly isIdempotent?: boolean | undefined;
  };

type Defaults = World & {
  readonly timeoutMs: number;
  readonly retries: number;
  readonly waitMsMax: number;
  readonly refresh: Refresh;
};

/** The refresh of the token that started last, which calls share if the same token failed. */
export type Refresh = {
  /** The `Authorization` that failed. */
  failed: string | null;
  token: Promise<string | undefined>;
  /** It is shared until then; 0 if it failed. One that has not ended by then is given up. */
  untilMs: number;
};

/** Applies defaults. A member that is present but undefined or null keeps the default, which a spread would overwrite. */
export function withDefaults<Settings extends object, Default extends object>(
  defaults: Default,
  settings: Settings,
): Settings & Default {
  const merged = { ...defaults } as Record<string, unknown>;
  for (const [name, value] of Object.entries(settings)) merged[name] = value ?? merged[name];
  return merged as Settings & Default;
}
