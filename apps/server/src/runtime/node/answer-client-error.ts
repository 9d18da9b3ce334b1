import type { Duplex } from "node:stream";
import type { Failure } from "../../failure.ts";
import { answerOnSocket } from "./answer-on-socket.ts";
import type { Exchanged } from "./follow-connections.ts";

const failures: Readonly<Record<string, Failure>> = {
  HPE_HEADER_OVERFLOW: { code: "headers-too-large" },
  ERR_HTTP_REQUEST_TIMEOUT: { code: "body-late" },
  TOO_MANY_UNDER_WAY: { code: "too-busy" },
};

/** Those that have their last answer; whatever else comes from them is no news. */
const answered = new WeakSet<Duplex>();

/**
 * Answers what broke off before it was a request. A whole request that came before it on the same connection has its
 * own answer first.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  last: Exchanged | undefined,
  fail: (failure: Failure) => Response | Promise<Response>,
): void {
  if (answered.has(socket)) return;
  answered.add(socket);
  const answer = (): void => {
    if (!socket.writable) socket.destroy();
    else void answerOnSocket(socket, fail(failures[error.code ?? ""] ?? { code: "request-malformed" }));
  };
  if (error.code === "ECONNRESET") socket.destroy();
  else if (last === undefined) answer();
  else if (last.incoming.complete) last.outgoing.once("close", answer);
  // An answer that has begun must not be followed by another.
  else if (last.outgoing.headersSent) socket.destroy();
  else answer();
}
