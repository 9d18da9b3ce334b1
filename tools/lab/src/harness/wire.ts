/** A client of HTTP/1.1 on raw connections that stay open, for tests that must see how a server ends them. */
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { parseResponse } from "@trading-oms/conformance";

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

const headBytesMax = 65_536;

/** Parses the first final answer from the bytes of a connection. */
export function readAnswer(bytes: Buffer, method = "GET"): AnswerReading {
  const parsed = parseResponse(bytes, method);
  if (parsed === undefined)
    return bytes.length > headBytesMax ? broken("its head has no end") : { kind: "incomplete" };
  const { status, isWhole, length, fault } = parsed;
  if (fault !== undefined) return broken(fault);
  const headers = new Map([...parsed.headers].map(([name, values]) => [name, values.join(", ")]));
  if (!isWhole) {
    const saysLength = headers.has("content-length") || headers.get("transfer-encoding") === "chunked";
    return saysLength ? { kind: "incomplete" } : broken("it does not say how long its body is");
  }
  const body = new TextDecoder().decode(parsed.bytes);
  const isLast = headers.get("connection")?.toLowerCase() === "close";
  return { kind: "answer", answer: { status, headers, body, isLast }, length };
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
    if (reading.kind === "broken") return end(`an answer is malformed: ${reading.fault}`);
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

/** The answer to a request, and the time until it came. */
export type Served = { readonly status: number | "none"; readonly elapsedMs: number };

/** Sends a request on a new connection, and waits half a minute at most. */
export async function askOnce(port: number, request: string): Promise<Served> {
  const beganMs = performance.now();
  const connection = openKeptConnection(port);
  const call = await Promise.race([connection.call(request), wait(30_000, undefined, { ref: false })]);
  connection.close();
  const status = call?.kind === "answered" ? call.answer.status : "none";
  return { status, elapsedMs: performance.now() - beganMs };
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
