import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Dice, makeDice, randomBytes } from "../harness/dice.ts";
import { quantile } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { startServerProcess, stopInPeace } from "../harness/server.ts";
import { openKeptConnection, paths, writeRequest } from "../harness/wire.ts";
import type { RuntimeTrial } from "./check-malformed.ts";
import { checkWeight } from "./check-weight.ts";

const senderCount = 200;
const measuredMs = 3_000;
const lifeMsMax = 15_000;
const factorMax = 2;
/** Up to this the factor does not count: at 1 ms the scheduling of a slow machine alone doubles the time. */
const p99MsAccepted = 5;
const tryCountMax = 3;

/** Keeps many slow connections open, and measures whether other clients wait longer. */
export async function checkSlowSenders({ folder, seed, launch }: RuntimeTrial): Promise<Verdict> {
  const server = await startServerProcess({ DATA_DIR: folder }, launch);
  const request = writeRequest({ path: `${paths.ratio}FPT`, token: server.token });
  const measure = (durationMs: number) => measureP99(server.port, request, durationMs);
  await measure(1_000);
  const before = await server.weigh();
  const tries: { readonly idleMs: number; readonly besideMs: number }[] = [];
  const factorOfBest = () =>
    Math.min(...tries.map(({ idleMs, besideMs }) => (besideMs <= p99MsAccepted ? 1 : besideMs / idleMs)));
  let senders = sendSlowly(server.port, 0, makeDice(seed));
  // Other load on the machine may slow either half, so one good try of three is enough.
  do {
    await senders.stop();
    const idleMs = await measure(measuredMs);
    senders = sendSlowly(server.port, senderCount, makeDice(seed + tries.length));
    await wait(1_500);
    tries.push({ idleMs, besideMs: await measure(measuredMs) });
  } while (tries.length < tryCountMax && factorOfBest() > factorMax);
  const lifeMs = await Promise.race([senders.stop(), wait(lifeMsMax + 1_000, Number.POSITIVE_INFINITY)]);
  await wait(300);
  const weight = checkWeight(before, await server.weigh());
  const faults = [...weight.faults, ...(await stopInPeace(server))];
  if (factorOfBest() > factorMax)
    faults.push(`beside slow senders p99 was ${factorOfBest().toFixed(1)} times its idle value`);
  if (lifeMs > lifeMsMax) faults.push(`a slow connection was open for more than ${lifeMsMax / 1_000} s`);
  const summaries = tries.map(
    ({ idleMs, besideMs }) => `p99 idle ${idleMs.toFixed(2)} ms, beside them ${besideMs.toFixed(2)} ms`,
  );
  const line =
    `${senderCount} slow senders: ${summaries.join("; ")}; ` +
    `the longest was open for ${(lifeMs / 1_000).toFixed(1)} s (at most ${lifeMsMax / 1_000}); ${weight.summary}`;
  return { line, faults };
}

const spaces = " ".repeat(3_990);

/** Requests that slow connections send one byte per second; the last sends nothing. */
const slowRequests: readonly ((dice: Dice) => Buffer | string)[] = [
  () => "GET /api/v1/notifications?limit=5 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: yes\r\n",
  () => `GET /${"a".repeat(4_000)} HTTP/1.1\r\n`,
  () => `POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n{${spaces}`,
  () => writeRequest({ method: "PATCH", path: paths.cover, body: `{${spaces} ` }).slice(0, -1),
  () => `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n${spaces}`,
  (dice) => Buffer.concat([Buffer.from([0x16, 0x03, 0x01]), randomBytes(dice, 200)]),
  () => "",
];

const byteMs = 1_000;
/** If the body is slow, the head is sent at once. */
const headEnd = "\r\n\r\n";

/** Keeps a number of slow connections open. `stop` waits for them to end and returns the longest duration. */
function sendSlowly(port: number, count: number, dice: Dice) {
  let isStopped = false;
  let longestMs = 0;
  const lanes = Array.from({ length: count }, async (_, index) => {
    // Spread over one second: all at once would be a burst of our own.
    await wait((index * byteMs) / count);
    while (!isStopped) {
      const bytes = Buffer.from(slowRequests[index % slowRequests.length]?.(dice) ?? "");
      longestMs = Math.max(longestMs, await sendOne(port, bytes));
    }
  });
  return {
    stop: async (): Promise<number> => {
      isStopped = true;
      await Promise.all(lanes);
      return longestMs;
    },
  };
}

/** Sends on one connection until the server closes it. Returns how long it lasted. */
function sendOne(port: number, bytes: Buffer): Promise<number> {
  const began = performance.now();
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const headLength = bytes.indexOf(headEnd);
  let sentLength = headLength < 0 ? 0 : headLength + headEnd.length;
  const timer = setInterval(() => {
    if (sentLength >= bytes.length || !socket.writable) return;
    socket.write(bytes.subarray(sentLength, sentLength + 1));
    sentLength += 1;
  }, byteMs);
  if (sentLength > 0) socket.write(bytes.subarray(0, sentLength));
  socket.resume();
  // A reset also ends the connection.
  socket.on("error", () => {});
  return new Promise((settle) => {
    socket.once("close", () => {
      clearInterval(timer);
      settle(performance.now() - began);
    });
  });
}

/** Sends requests at a low rate on four connections for a while. Returns the 99th percentile of the waits. */
async function measureP99(port: number, request: string, durationMs: number): Promise<number> {
  const endMs = performance.now() + durationMs;
  const waits: number[] = [];
  const lanes = Array.from({ length: 4 }, async () => {
    const connection = openKeptConnection(port);
    while (performance.now() < endMs) {
      const began = performance.now();
      const { status } = await connection.ask(request);
      if (status !== 200) throw new Error(`A normal request was answered by ${status}.`);
      waits.push(performance.now() - began);
      await wait(1);
    }
    connection.close();
  });
  await Promise.all(lanes);
  return quantile(waits, 0.99);
}
