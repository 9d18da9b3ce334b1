import { connect } from "node:net";
import { readAnswer, type WireAnswer } from "./read-answer.ts";

/** What became of a request on a connection. */
type Exchange =
  | { readonly kind: "answered"; readonly answer: WireAnswer }
  /** The connection had ended before the request was sent. */
  | { readonly kind: "unsent" }
  /** The request went out whole, and its answer never came, or not whole. */
  | { readonly kind: "cut"; readonly why: string };

/** A connection on which one request is under way at a time. */
export type Wire = {
  readonly ask: (request: string | Buffer) => Promise<Exchange>;
  readonly close: () => void;
};

/** What became of an attempt to connect; whoever was let in by the kernel and then thrown out was not refused. */
export type Opening =
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
