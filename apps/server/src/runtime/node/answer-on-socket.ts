import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** A peer that is still sending is heard out for so long, because a closed door would make it lose the answer. */
const hearOutMs = 1_000;

/** Sends the answer to what never became a request, and closes the connection. */
export async function answerOnSocket(socket: Duplex, response: Response | Promise<Response>): Promise<void> {
  socket.on("error", () => socket.destroy());
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), hearOutMs);
  socket.once("close", () => clearTimeout(timer));
  const { status, headers, text } = await read(response);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(text)}`,
    "connection: close",
  ];
  if (socket.writable) socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
}

async function read(
  response: Response | Promise<Response>,
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const answer = await response;
  const { status, headers } = answer;
  return { status, headers, text: await answer.text() };
}
