import type { ServerResponse } from "node:http";
import type { SentAnswer } from "../../answer.ts";
import { endInSlices } from "./end-in-slices.ts";

/** What comes along with a request whose answer may be sent at once. */
export type Sending = { readonly outgoing: ServerResponse; readonly isPlain: boolean };

/** Sends the answer to a plain request, with no `Response` in between; others are left to the adapter of Hono. */
export function sendAnswer(surroundings: unknown, { status, headers, body }: SentAnswer): boolean {
  const { outgoing, isPlain } = (surroundings ?? {}) as Partial<Sending>;
  if (isPlain !== true || outgoing === undefined) return false;
  if (body === null) {
    outgoing.writeHead(status, headers).end();
  } else if (typeof body === "string" || body instanceof Uint8Array) {
    const byteCount = Buffer.byteLength(body);
    headers["Content-Length"] ??= String(byteCount);
    endInSlices(outgoing.writeHead(status, headers), body, byteCount);
  } else {
    const { begin, end } = body;
    const beginBytes = Buffer.byteLength(begin);
    headers["Content-Length"] = String(beginBytes + end.length);
    // Node holds the beginning back until the end is there, and hands both to the system as they are. For a text that is
    // not known to be ASCII it makes room for three times its length.
    outgoing.writeHead(status, headers).write(begin, beginBytes === begin.length ? "latin1" : "utf8");
    outgoing.end(end);
  }
  return true;
}

/** Calls back once nothing of an answer is held any more: it has been sent, or nobody is there to take it. */
export function whenSent(surroundings: unknown, done: () => void): void {
  const { outgoing } = (surroundings ?? {}) as Partial<Sending>;
  if (outgoing === undefined || outgoing.closed || outgoing.destroyed) done();
  else outgoing.once("close", done);
}
