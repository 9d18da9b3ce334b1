import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Dice } from "./make-dice.ts";

/** One way of keeping a server waiting: what is sent, a byte a time; the last sends nothing at all. */
const ways: readonly ((dice: Dice) => Buffer)[] = [
  () => Buffer.from("GET /api/v1/notifications?limit=5 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: yes\r\n"),
  () => Buffer.from(`GET /${"a".repeat(4_000)} HTTP/1.1\r\n`),
  () =>
    Buffer.from(
      `POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n{${" ".repeat(3_990)}`,
    ),
  () =>
    Buffer.from(
      `PATCH /api/v1/users/covered-margin-call HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
        `Content-Length: 4000\r\n\r\n{${" ".repeat(3_990)}`,
    ),
  () =>
    Buffer.from(
      `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n${" ".repeat(3_990)}`,
    ),
  (dice) => Buffer.from([0x16, 0x03, 0x01, ...Array.from({ length: 200 }, () => dice(256))]),
  () => Buffer.alloc(0),
];

/** Slow connections that are kept up in number; `stop` lets them end, and gives how long the longest lasted. */
export type SlowSenders = { readonly openedCount: () => number; readonly stop: () => Promise<number> };

const byteMs = 1_000;
/** Of a request whose body is slow, the head arrives at once. */
const headEnd = "\r\n\r\n";

/** Keeps so many connections open that send a byte a second; one that the server closes is opened anew. */
export function sendSlowly(port: number, count: number, dice: Dice): SlowSenders {
  let isStopped = false;
  let openedCount = 0;
  let longestMs = 0;
  const lanes = Array.from({ length: count }, async (_, index) => {
    // Spread over the second, as strangers are; all at once they would be a burst of ours.
    await wait((index * byteMs) / count);
    while (!isStopped) {
      openedCount += 1;
      longestMs = Math.max(
        longestMs,
        await sendOne(port, ways[index % ways.length]?.(dice) ?? Buffer.alloc(0)),
      );
    }
  });
  return {
    openedCount: () => openedCount,
    stop: async () => {
      isStopped = true;
      await Promise.all(lanes);
      return longestMs;
    },
  };
}

/** Sends on one connection until the server closes it, and tells how long it lasted. */
function sendOne(port: number, bytes: Buffer): Promise<number> {
  const began = performance.now();
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let sentLength = Math.max(0, bytes.indexOf(headEnd) + headEnd.length - 1);
  if (sentLength < headEnd.length) sentLength = 0;
  const timer = setInterval(() => {
    if (sentLength >= bytes.length || !socket.writable) return;
    socket.write(bytes.subarray(sentLength, sentLength + 1));
    sentLength += 1;
  }, byteMs);
  if (sentLength > 0) socket.write(bytes.subarray(0, sentLength));
  socket.resume();
  // A reset is an end as well.
  socket.on("error", () => {});
  return new Promise((settle) => {
    socket.once("close", () => {
      clearInterval(timer);
      settle(performance.now() - began);
    });
  });
}
