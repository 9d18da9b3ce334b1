import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Launch } from "@trading-oms/scratch";
import { type Dice, makeDice } from "../ground/dice.ts";
import type { Verdict } from "../ground/lab-test.ts";
import { startServerProcess } from "../ground/server.ts";
import { openWire, writeRequest } from "../ground/wire.ts";
import { judgeWeight } from "./judge-weight.ts";

const senderCount = 200;
const measuredMs = 3_000;
const lifeMsMax = 15_000;
const factorMax = 2;
const tryCountMax = 3;

/** Keeps a server waiting on many connections, and looks whether others wait longer for it. */
export async function checkSlowSenders({
  folder,
  seed,
  launch,
}: {
  readonly folder: string;
  readonly seed: number;
  readonly launch?: Launch | undefined;
}): Promise<Verdict> {
  const server = await startServerProcess({ DATA_DIR: folder }, launch);
  const request = writeRequest("/api/v1/diagnostics/margin-ratios/FPT", server.token);
  await measureWaits(server.port, request, 1_000);
  const before = await server.weigh();
  const tries: { readonly idle: Waits; readonly beside: Waits }[] = [];
  const faults: string[] = [];
  let senders = sendSlowly(server.port, 0, makeDice(seed));
  // Others on the machine make either half slow, so that one good try of three shows what the server does.
  do {
    await senders.stop();
    const idle = await measureWaits(server.port, request, measuredMs);
    senders = sendSlowly(server.port, senderCount, makeDice(seed + tries.length));
    await wait(1_500);
    tries.push({ idle, beside: await measureWaits(server.port, request, measuredMs) });
  } while (tries.length < tryCountMax && factorOf(tries.at(-1)) > factorMax);
  const factor = Math.min(...tries.map(factorOf));
  const openedCount = senders.openedCount();
  const lifeMs = await Promise.race([senders.stop(), wait(lifeMsMax + 1_000, Number.POSITIVE_INFINITY)]);
  await wait(300);
  const weight = judgeWeight(before, await server.weigh());
  faults.push(...weight.faults);
  if (factor > factorMax)
    faults.push(`beside slow senders p99 was ${factor.toFixed(1)} times its idle value`);
  if (lifeMs > lifeMsMax) faults.push(`a slow connection was open for more than ${lifeMsMax / 1_000} s`);
  if ((await server.stop()).code !== 0) faults.push("the server did not stop in peace");
  if (server.complaints() !== "") faults.push(`the server complained: ${server.complaints().slice(0, 500)}`);
  const line =
    `${senderCount} slow senders (${openedCount} connections): ${tries.map(tell).join("; ")}; ` +
    `the longest was open for ${(lifeMs / 1_000).toFixed(1)} s (at most ${lifeMsMax / 1_000}); ${weight.told}`;
  return { line, faults };
}

function factorOf(tried: { readonly idle: Waits; readonly beside: Waits } | undefined): number {
  return tried === undefined ? Number.POSITIVE_INFINITY : tried.beside.p99Ms / tried.idle.p99Ms;
}

function tell({ idle, beside }: { readonly idle: Waits; readonly beside: Waits }): string {
  return (
    `p99 idle ${idle.p99Ms.toFixed(2)} ms (${idle.count} requests), ` +
    `beside them ${beside.p99Ms.toFixed(2)} ms (${beside.count})`
  );
}

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
type SlowSenders = { readonly openedCount: () => number; readonly stop: () => Promise<number> };

const byteMs = 1_000;
/** Of a request whose body is slow, the head arrives at once. */
const headEnd = "\r\n\r\n";

/** Keeps so many connections open that send a byte a second; one that the server closes is opened anew. */
function sendSlowly(port: number, count: number, dice: Dice): SlowSenders {
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

/** How long requests waited for their answer, in milliseconds. */
type Waits = { readonly count: number; readonly medianMs: number; readonly p99Ms: number };

const laneCount = 4;

/** Sends requests at a low rate on a few connections for a while, and measures how long each waits. */
async function measureWaits(port: number, request: string, durationMs: number): Promise<Waits> {
  const endMs = performance.now() + durationMs;
  const waits: number[] = [];
  const lanes = Array.from({ length: laneCount }, async () => {
    const opening = await openWire(port);
    if (opening.kind !== "open") throw new Error("The server takes no connection.");
    while (performance.now() < endMs) {
      const began = performance.now();
      const exchange = await opening.wire.ask(request);
      if (exchange.kind !== "answered" || exchange.answer.status !== 200) {
        throw new Error(`A normal request came to ${JSON.stringify(exchange)}.`);
      }
      waits.push(performance.now() - began);
      await wait(1);
    }
    opening.wire.close();
  });
  await Promise.all(lanes);
  waits.sort((left, right) => left - right);
  const at = (share: number): number => waits[Math.floor(waits.length * share)] ?? Number.NaN;
  return { count: waits.length, medianMs: at(0.5), p99Ms: at(0.99) };
}
