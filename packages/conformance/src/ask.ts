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
  readonly judge: (answer: Answer) => void;
  readonly wait: (durationMs: number) => Promise<void>;
};

const waitSecondsMax = 61;
const tryCountMax = 3;

/** Creates an {@link Ask}. After a 429 or 503 with a short `Retry-After` it waits and repeats the request. */
export function makeAsk({ wire, judge, wait }: AskSettings): Ask {
  return async (method, path, options = {}) => {
    const asked = toWireRequest(method, path, options);
    for (let tryCount = 1; ; tryCount += 1) {
      const answer = await wire(asked);
      judge(answer);
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

/** A response, possibly incomplete. */
export type ParsedResponse = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly bytes: Uint8Array;
  /** Whether the body is complete by Content-Length or chunked encoding. False if only the end of the connection ends it. */
  readonly isWhole: boolean;
  /** An error of its framing. */
  readonly fault?: string;
};

type Body = Pick<ParsedResponse, "bytes" | "isWhole" | "fault">;

/**
 * Parses an HTTP/1.1 response. Returns undefined until the head is complete. If the response must not have a body, the bytes
 * after the head are returned all the same, so that they can be reported.
 */
export function parseResponse(raw: Uint8Array, method: string): ParsedResponse | undefined {
  const end = findBytes(raw, "\r\n\r\n", 0);
  if (end < 0) return undefined;
  const [first = "", ...lines] = decodeLatin(raw.subarray(0, end)).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1] ?? Number.NaN);
  const headers = new Map<string, string[]>();
  let fault = Number.isNaN(status) ? `it begins with "${first.slice(0, 80)}"` : undefined;
  for (const line of lines) {
    const [, name, value = ""] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) fault ??= `it has the header line "${line.slice(0, 80)}"`;
    else headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  const rest = raw.subarray(end + 4);
  if (status >= 100 && status < 200 && status !== 101) return parseResponse(rest, method);
  const body = isBodiless(method, status) ? { bytes: rest, isWhole: true } : readBody(rest, headers);
  const found = fault ?? body.fault;
  return {
    status,
    headers,
    bytes: body.bytes,
    isWhole: body.isWhole,
    ...(found === undefined ? {} : { fault: found }),
  };
}

/** Whether a response has no body, regardless of its headers. */
export function isBodiless(method: string, status: number): boolean {
  return method === "HEAD" || status === 204 || status === 304;
}

function readBody(rest: Uint8Array, headers: ReadonlyMap<string, readonly string[]>): Body {
  const coding = headers.get("transfer-encoding")?.join(", ").toLowerCase();
  const lengths = headers.get("content-length") ?? [];
  if (coding !== undefined) {
    const both = lengths.length > 0 ? { fault: "it has Transfer-Encoding and Content-Length" } : {};
    return coding === "chunked" ? { ...readChunks(rest), ...both } : { bytes: rest, isWhole: false };
  }
  const [length] = lengths;
  if (length === undefined) return { bytes: rest, isWhole: false };
  if (lengths.length > 1 || !/^\d+$/.test(length)) {
    return { bytes: rest, isWhole: false, fault: `its Content-Length is ${lengths.join(", ")}` };
  }
  const count = Number(length);
  if (rest.length > count) {
    return {
      bytes: rest,
      isWhole: true,
      fault: `it has ${rest.length} bytes where Content-Length says ${count}`,
    };
  }
  return { bytes: rest, isWhole: rest.length === count };
}

function readChunks(rest: Uint8Array): Body {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = findBytes(rest, "\r\n", at);
    if (lineEnd < 0) return { bytes: joinBytes(chunks), isWhole: false };
    const line = decodeLatin(rest.subarray(at, lineEnd));
    const written = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line)?.[1];
    if (written === undefined) {
      return {
        bytes: joinBytes(chunks),
        isWhole: true,
        fault: `one of its chunks has the size "${line.slice(0, 20)}"`,
      };
    }
    const size = Number.parseInt(written, 16);
    const begin = lineEnd + 2;
    if (size === 0) return { bytes: joinBytes(chunks), ...readTrailers(rest, begin) };
    if (rest.length < begin + size + 2) return { bytes: joinBytes(chunks), isWhole: false };
    chunks.push(rest.subarray(begin, begin + size));
    at = begin + size + 2;
    if (decodeLatin(rest.subarray(at - 2, at)) !== "\r\n") {
      return { bytes: joinBytes(chunks), isWhole: true, fault: "one of its chunks is longer than its size" };
    }
  }
}

/** Checks the end of a chunked body: optional trailer lines, an empty line, and nothing after it. */
function readTrailers(rest: Uint8Array, begin: number): Omit<Body, "bytes"> {
  // Starts at the line break of the last chunk, because there may be no trailer.
  const end = findBytes(rest, "\r\n\r\n", begin - 2);
  if (end < 0) return { isWhole: false };
  const more = rest.length - (end + 4);
  return more === 0
    ? { isWhole: true }
    : { isWhole: true, fault: `it has ${more} bytes after its last chunk` };
}

function findBytes(bytes: Uint8Array, text: string, from: number): number {
  for (let i = from; i <= bytes.length - text.length; i += 1) {
    let matched = 0;
    while (matched < text.length && bytes[i + matched] === text.charCodeAt(matched)) matched += 1;
    if (matched === text.length) return i;
  }
  return -1;
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function decodeLatin(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
