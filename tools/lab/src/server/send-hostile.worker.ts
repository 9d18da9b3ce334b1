import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { paths, readAnswer, writeRequest } from "../harness/wire.ts";

/** Attacks that cost the sender nothing but bytes. */
export type Attack = "shapes" | "chunks" | "pipelines";

/** The order for an attack. The worker posts `ready`, then an answer for each connection that ended. */
export type AttackOrder = { readonly attack: Attack; readonly port: number };
export type AttackAnswer = { readonly status: number | "none"; readonly answerBytes: number };

const { attack, port } = workerData as AttackOrder;
const bodyBytes = 33_000_000;

/** A body of 33 MB that begins with one text and repeats another. */
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

function makeShapes(): Buffer[] {
  return [
    repeat('{"frontImage":[0,', "0,"),
    manyMembers(),
    repeat('{"a":', '{"a":'),
    repeat('{"a":1,', '"a":1,'),
    repeat('{"frontImage":1', "1"),
    repeat('{"frontImage":"ế', "A"),
    repeat("[", "["),
  ];
}

function headWith(headers: Readonly<Record<string, string>>): string {
  return writeRequest({
    method: "POST",
    path: paths.card,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

/** Sends on a new connection until it is closed or answered, and posts the result. */
async function onConnection(send: (socket: Socket) => Promise<void>, isRead = true): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2", noDelay: true });
  let received = Buffer.alloc(0);
  let answer: AttackAnswer = { status: "none", answerBytes: 0 };
  if (isRead) {
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const reading = readAnswer(received);
      if (reading.kind !== "answer") return;
      answer = { status: reading.answer.status, answerBytes: reading.length };
      socket.destroy();
    });
  }
  socket.on("error", () => {});
  const closed = new Promise<void>((settle) => void socket.once("close", () => settle()));
  void send(socket).catch(() => {});
  await closed;
  parentPort?.postMessage(answer);
}

/** Writes, and waits for `drain` if needed. */
async function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  if (socket.destroyed) throw new Error("The connection is closed.");
  if (socket.write(bytes)) return;
  await new Promise<void>((settle) => {
    socket.once("drain", settle).once("close", () => settle());
  });
}

/** Keeps a number of connections busy. */
async function keepUp(count: number, onEach: (index: number) => Promise<void>): Promise<void> {
  let startedCount = 0;
  parentPort?.postMessage("ready");
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (;;) await onEach(startedCount++);
    }),
  );
}

async function sendShapes(): Promise<void> {
  const requests = makeShapes().map((body) =>
    Buffer.concat([Buffer.from(headWith({ "Content-Length": `${body.length}` })), body]),
  );
  await keepUp(3, (index) =>
    onConnection((socket) => write(socket, requests[index % requests.length] as Buffer)),
  );
}

async function sendChunks(): Promise<void> {
  const chunks = Buffer.from("1\r\nA\r\n".repeat(10_000));
  await keepUp(4, () =>
    onConnection(async (socket) => {
      await write(socket, headWith({ "Transfer-Encoding": "chunked" }));
      for (let count = 0; count < 16_000_000; count += 10_000) await write(socket, chunks);
    }),
  );
}

async function sendPipelines(): Promise<void> {
  const requests = writeRequest({ path: `${paths.search}a` }).repeat(20_000);
  await keepUp(150, async () => {
    await onConnection((socket) => write(socket, requests), false);
    await wait(1_000);
  });
}

void { shapes: sendShapes, chunks: sendChunks, pipelines: sendPipelines }[attack]();
