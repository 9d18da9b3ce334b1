/** A request that is sent exactly as it is: nothing is encoded, reordered or completed. */
export type WireRequest = {
  readonly method: string;
  /** The path with its query, as in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent as UTF-8. */
  readonly body: string | Uint8Array | undefined;
  /**
   * For a body that has no end, such as a stream of events: reading stops and the connection closes once the text so far
   * contains what a claim waits for.
   */
  readonly until?: ((text: string) => boolean) | undefined;
};

/** An answer as it was received. */
export type Answer = {
  /** The request that was answered. */
  readonly asked: WireRequest;
  readonly status: number;
  /** All values of each header, by lower-case name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The body without its transfer encoding; what was read of it, if the request says until when. */
  readonly bytes: Uint8Array;
  /** The body decoded as UTF-8. */
  readonly text: string;
};

/** Token, headers and body of a request. At most one of `json`, `text` and `bytes` is the body. */
export type RequestOptions = {
  /** Further headers; `null` omits one that would be sent otherwise. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged, as UTF-8. */
  readonly text?: string;
  /** Sent unchanged. */
  readonly bytes?: Uint8Array;
  /** Until when a body that has no end is read; see {@link WireRequest}. */
  readonly until?: (text: string) => boolean;
};

/** Sends a request to the deployment. Throws a {@link BrokenClaim} if the answer is not one that the document declares. */
export type Ask = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

/** The connection to a deployment: sends a request unchanged and returns the answer unchanged. */
export type Wire = (asked: WireRequest) => Promise<Answer>;

type AskSettings = {
  readonly wire: Wire;
  readonly checkAnswer: (answer: Answer) => void;
  readonly wait: (durationMs: number) => Promise<void>;
};

const waitSecondsMax = 61;
const tryCountMax = 3;

/** Creates an {@link Ask}. After a 429 or 503 with a short `Retry-After` it waits and repeats the request. */
export function makeAsk({ wire, checkAnswer, wait }: AskSettings): Ask {
  return async (method, path, options = {}) => {
    const asked = toWireRequest(method, path, options);
    for (let tryCount = 1; ; tryCount += 1) {
      const answer = await wire(asked);
      checkAnswer(answer);
      const seconds = Number(answer.headers.get("retry-after")?.[0] ?? Number.NaN);
      const mayWait =
        (answer.status === 429 || answer.status === 503) && seconds >= 0 && seconds <= waitSecondsMax;
      if (!mayWait || tryCount === tryCountMax) return answer;
      await wait(seconds * 1_000);
    }
  };
}

function toWireRequest(
  method: string,
  path: string,
  { headers, token, json, text, bytes, until }: RequestOptions,
): WireRequest {
  const body = bytes ?? text ?? (json === undefined ? undefined : JSON.stringify(json));
  const all: Readonly<Record<string, string | null>> = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...headers,
  };
  const sent = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return { method, path, headers: Object.fromEntries(sent), body, until };
}
