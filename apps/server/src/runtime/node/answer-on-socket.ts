import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { answerFailure } from "../../answer-failure.ts";
import type { Failure } from "../../failure.ts";

/** A peer that is still sending is heard out for so long, because a closed door would make it lose the answer. */
const hearOutMs = 1_000;

/** Answers what never became a request, in the shape of every other failure, and closes the connection. */
export function answerOnSocket(socket: Duplex, failure: Failure, requestId: string): void {
  const { status, headers, body } = answerFailure(failure);
  const text = String(body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...headers, "X-Request-Id": requestId }).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
  ];
  socket.on("error", () => socket.destroy());
  socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), hearOutMs);
  socket.once("close", () => clearTimeout(timer));
}
