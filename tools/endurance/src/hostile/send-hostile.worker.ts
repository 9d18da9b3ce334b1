import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { readAnswer } from "../read-answer.ts";

/** The attacks that cost a sender nothing but bytes. */
export type Attack = "shapes" | "chunks" | "pipelines";

/** What the attack is told, and what it tells of each connection that ended. */
export type AttackOrder = { readonly attack: Attack; readonly port: number };
export type AttackAnswer = { readonly status: number | "none"; readonly answerBytes: number; readonly elapsedMs: number };

const { attack, port } = workerData as AttackOrder;
const cardPath = "/api/v2/chat/api/id-card";
const bodyBytes = 33_000_000;

/** A body of 33 MB that begins with a text and goes on with another, over and over. */
function repeat(begin: string, unit: string): Buffer {
  const body = Buffer.alloc(bodyBytes, unit);
  body.write(begin);
  return body;
}

function manyMembers(): Buffer {
  let text = "{";
  for (let count = 0; text.length < bodyBytes - 20; count += 1) text += `"m${count}":1,`;
  return Buffer.from(`${text}"m":1}`.padEnd(bodyBytes));
}

const shapes: readonly (() => Buffer)[] = [
  () => repeat('{"frontImage":[0,', "0,"),
  manyMembers,
  () => repeat('{"a":', '{"a":'),
  () => repeat('{"a":1,', '"a":1,'),
  () => repeat('{"frontImage":1', "1"),
  () => repeat('{"frontImage":"ế', "A"),
  () => repeat("[", "["),
];

function head(lines: readonly string[], path = cardPath): string {
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/** Sends what a connection is for until it is closed or answered, and tells what came of it. */
async function onConnection(send: (socket: Socket) => Promise<void>, isRead = true): Promise<void> {
  const beganMs = performance.now();
  const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2", noDelay: true });
  let received = Buffer.alloc(0);
  let answer: AttackAnswer = { status: "none", answerBytes: 0, elapsedMs: 0 };
  if (isRead) {
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const reading = readAnswer(received);
      if (reading.kind !== "answer") return;
      answer = { status: reading.answer.status, answerBytes: reading.length, elapsedMs: performance.now() - beganMs };
      socket.destroy();
    });
  }
  socket.on("error", () => {});
  const closed = new Promise<void>((settle) => void socket.once("close", () => settle()));
  void send(socket).catch(() => {});
  await closed;
  parentPort?.postMessage(answer);
}

/** Writes, and waits where the other side does not take it. */
async function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  if (socket.destroyed) throw new Error("The connection is closed.");
  if (socket.write(bytes)) return;
  await new Promise<void>((settle) => {
    socket.once("drain", settle).once("close", () => settle());
  });
}

const ways: Readonly<Record<Attack, () => Promise<unknown>>> = {
  shapes: () => {
    const bodies = shapes.map((make) => make());
    let sentCount = 0;
    return Promise.all(
      Array.from({ length: 3 }, async () => {
        for (;;) {
          const body = bodies[sentCount++ % bodies.length] as Buffer;
          await onConnection((socket) => write(socket, Buffer.concat([Buffer.from(head([`Content-Length: ${body.length}`])), body])));
        }
      }),
    );
  },
  chunks: () => {
    const chunks = Buffer.from("1\r\nA\r\n".repeat(10_000));
    return Promise.all(
      Array.from({ length: 4 }, async () => {
        for (;;) {
          await onConnection(async (socket) => {
            await write(socket, head(["Transfer-Encoding: chunked"]));
            for (let count = 0; count < 16_000_000; count += 10_000) await write(socket, chunks);
          });
        }
      }),
    );
  },
  pipelines: () => {
    const request = "GET /api/v1/MarketData/GetSymbolSearch/a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    const requests = request.repeat(20_000);
    return Promise.all(
      Array.from({ length: 150 }, async () => {
        for (;;) {
          await onConnection((socket) => write(socket, requests), false);
          await wait(1_000);
        }
      }),
    );
  },
};

await ways[attack]();
