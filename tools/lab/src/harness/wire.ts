import { connect } from "node:net";

/** An HTTP answer read from a raw connection. */
export type WireAnswer = {
  readonly status: number;
  /** Names are lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Whether the server closes the connection after this answer. */
  readonly isLast: boolean;
};

/** The result of parsing bytes: an answer with its length, an incomplete one, or a fault. */
type AnswerReading =
  | { readonly kind: "answer"; readonly answer: WireAnswer; readonly length: number }
  | { readonly kind: "incomplete" }
  | { readonly kind: "broken"; readonly fault: string };

const headEnd = Buffer.from("\r\n\r\n");

/** Parses the first final answer from the bytes of a connection; interim responses are skipped. */
export function readAnswer(bytes: Buffer, isHead = false): AnswerReading {
  const headLength = bytes.indexOf(headEnd);
  if (headLength < 0)
    return bytes.length > 65_536 ? broken("has no end of its head") : { kind: "incomplete" };
  const [statusLine = "", ...lines] = bytes.subarray(0, headLength).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) [ -~]*$/.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) return broken(`begins with ${JSON.stringify(statusLine.slice(0, 80))}`);
  const begin = headLength + headEnd.length;
  if (status < 200) {
    const after = readAnswer(bytes.subarray(begin), isHead);
    return after.kind === "answer" ? { ...after, length: after.length + begin } : after;
  }
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = "", value = ""] = /^([!-9;-~]+): *(.*)$/.exec(line) ?? [];
    if (name === "") return broken(`has the header line ${JSON.stringify(line.slice(0, 80))}`);
    headers.set(name.toLowerCase(), value);
  }
  const body = readBody(headers, isHead || status === 204 || status === 304, bytes.subarray(begin));
  if (body === "incomplete") return { kind: "incomplete" };
  if (body === undefined) return broken("does not say how long its body is");
  const isLast = headers.get("connection")?.toLowerCase() === "close";
  return {
    kind: "answer",
    answer: { status, headers, body: body.text, isLast },
    length: begin + body.length,
  };
}

function readBody(
  headers: ReadonlyMap<string, string>,
  isEmpty: boolean,
  bytes: Buffer,
): { readonly text: string; readonly length: number } | "incomplete" | undefined {
  if (isEmpty) return { text: "", length: 0 };
  if (headers.get("transfer-encoding") === "chunked") return readChunks(bytes);
  const length = Number(headers.get("content-length") ?? Number.NaN);
  if (Number.isNaN(length)) return undefined;
  return bytes.length < length ? "incomplete" : { text: bytes.subarray(0, length).toString("utf8"), length };
}

function readChunks(
  bytes: Buffer,
): { readonly text: string; readonly length: number } | "incomplete" | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return "incomplete";
    const length = Number.parseInt(bytes.subarray(at, lineEnd).toString("latin1"), 16);
    if (Number.isNaN(length)) return undefined;
    const begin = lineEnd + 2;
    at = begin + length + 2;
    if (at > bytes.length) return "incomplete";
    if (length === 0) return { text: Buffer.concat(parts).toString("utf8"), length: at };
    parts.push(bytes.subarray(begin, begin + length));
  }
}

function broken(fault: string): AnswerReading {
  return { kind: "broken", fault };
}

/** The result of a request on one connection. */
type Exchange =
  | { readonly kind: "answered"; readonly answer: WireAnswer }
  /** The connection had ended before the request was sent. */
  | { readonly kind: "unsent" }
  /** The request was sent, but no complete answer came. */
  | { readonly kind: "cut"; readonly why: string };

/** A connection with one request at a time. */
export type Wire = {
  readonly ask: (request: string | Buffer) => Promise<Exchange>;
  readonly close: () => void;
};

/**
 * The result of a connection attempt. A connection that the kernel accepted and that was then reset is not a refused
 * one.
 */
type Opening =
  | { readonly kind: "open"; readonly wire: Wire }
  | { readonly kind: "refused" }
  | { readonly kind: "reset"; readonly why: string };

/** Opens a connection to this machine. */
export function openWire(port: number): Promise<Opening> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received = Buffer.alloc(0);
  let ended: string | undefined;
  let waiting: ((exchange: Exchange) => void) | undefined;
  const settle = (exchange: Exchange): void => {
    const settled = waiting;
    waiting = undefined;
    settled?.(exchange);
  };
  const end = (why: string): void => {
    ended ??= why;
    settle({ kind: "cut", why: `${ended} after ${received.length} bytes` });
  };
  socket.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    const reading = readAnswer(received);
    if (reading.kind === "incomplete") return;
    if (reading.kind === "broken") return end(`the answer ${reading.fault}`);
    received = received.subarray(reading.length);
    settle({ kind: "answered", answer: reading.answer });
  });
  socket.on("end", () => end("closed"));
  socket.on("close", () => end("closed"));
  const wire: Wire = {
    ask: (request) => {
      if (ended !== undefined) return Promise.resolve({ kind: "unsent" });
      socket.write(request);
      return new Promise((settled) => {
        waiting = settled;
      });
    },
    close: () => socket.destroy(),
  };
  return new Promise((settled) => {
    socket.once("connect", () => settled({ kind: "open", wire }));
    socket.on("error", (failure: NodeJS.ErrnoException) => {
      const code = String(failure.code);
      end(code);
      settled(code === "ECONNREFUSED" ? { kind: "refused" } : { kind: "reset", why: code });
    });
  });
}

/** The result of a request on a connection that is reopened when needed. */
export type Call =
  | { readonly kind: "answered"; readonly answer: WireAnswer }
  | { readonly kind: "refused" }
  | { readonly kind: "cut"; readonly why: string };

/** A persistent connection. If it ended while idle, it is reopened. */
export type Connection = {
  readonly call: (request: string | Buffer) => Promise<Call>;
  /** Like `call`, but throws if there is no answer. */
  readonly ask: (request: string | Buffer) => Promise<WireAnswer>;
  readonly close: () => void;
};

/** Creates a connection that opens with the first request. */
export function openKeptConnection(port: number): Connection {
  let wire: Wire | undefined;
  const close = (): void => {
    wire?.close();
    wire = undefined;
  };
  const call = async (request: string | Buffer): Promise<Call> => {
    for (;;) {
      const isKept = wire !== undefined;
      if (wire === undefined) {
        const opening = await openWire(port);
        if (opening.kind === "refused") return { kind: "refused" };
        if (opening.kind === "reset") return { kind: "cut", why: opening.why };
        wire = opening.wire;
      }
      const exchange = await wire.ask(request);
      if (exchange.kind === "answered") {
        if (exchange.answer.isLast) close();
        return exchange;
      }
      close();
      if (exchange.kind === "unsent" && isKept) continue;
      return { kind: "cut", why: exchange.kind === "cut" ? exchange.why : "closed at once" };
    }
  };
  const ask = async (request: string | Buffer): Promise<WireAnswer> => {
    const called = await call(request);
    if (called.kind === "answered") return called.answer;
    throw new Error(`${String(request).split("\r\n", 1)[0]} came to ${JSON.stringify(called)}.`);
  };
  return { call, ask, close };
}

/** A request. A body that is not a string is sent as JSON. */
type RequestToWrite = {
  readonly method?: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Formats a request as HTTP/1.1. */
export function writeRequest({ method = "GET", path, token, headers = {}, body }: RequestToWrite): string {
  const text = typeof body === "string" || body === undefined ? (body ?? "") : JSON.stringify(body);
  const sent = {
    Host: "127.0.0.1",
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...headers,
    ...(body !== undefined && {
      "Content-Type": "application/json",
      "Content-Length": `${Buffer.byteLength(text)}`,
    }),
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`;
}

/** The paths of the five operations. */
export const paths = {
  search: "/api/v1/MarketData/GetSymbolSearch/",
  card: "/api/v2/chat/api/id-card",
  cover: "/api/v1/users/covered-margin-call",
  ratio: "/api/v1/diagnostics/margin-ratios/",
  notifications: "/api/v1/notifications",
} as const;

/** Parses JSON; returns undefined for invalid text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
