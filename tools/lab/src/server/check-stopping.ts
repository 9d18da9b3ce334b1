import { setTimeout as wait } from "node:timers/promises";
import { type Dice, makeDice, makeDiceOf } from "../harness/dice.ts";
import { type Verdict, widen } from "../harness/lab-test.ts";
import { checkQuiet, startServerProcess } from "../harness/server.ts";
import { openWire, paths, type Wire, writeRequest } from "../harness/wire.ts";
import type { RuntimeTrial } from "./check-malformed.ts";

const clientCount = 64;
/** Some clients pause between requests, so that connections are idle at the shutdown. */
const pausingCount = 24;
const pauseMsMax = 120;
const drainDelayMs = 300;
const afterDelayMsMax = 1_500;

/** The observations of all clients over all stops. */
type Seen = { answeredCount: number; connectionCount: number; stopMs: number; readonly faults: string[] };

/** Stops a server under load repeatedly, and checks that no request is cut. */
export async function checkStopping(trial: RuntimeTrial, isShort: boolean): Promise<Verdict> {
  const count = isShort ? 4 : 20;
  const stopMsMax = drainDelayMs + widen(afterDelayMsMax, isShort);
  const seen: Seen = { answeredCount: 0, connectionCount: 0, stopMs: 0, faults: [] };
  for (let index = 0; index < count; index += 1)
    await stopUnderLoad({ ...trial, seed: trial.seed + index }, seen);
  const { answeredCount, connectionCount, stopMs, faults } = seen;
  if (stopMs > stopMsMax) faults.push(`a stop took ${stopMs.toFixed(0)} ms, more than ${stopMsMax}`);
  const line =
    `${count} times SIGTERM under ${clientCount} clients: ${answeredCount} requests on ${connectionCount} connections ` +
    `answered, stopped within ${stopMs.toFixed(0)} ms (at most ${stopMsMax})`;
  return { line, faults };
}

async function stopUnderLoad({ folder, seed, launch }: RuntimeTrial, seen: Seen): Promise<void> {
  const settings = { DATA_DIR: folder, DRAIN_DELAY_MS: String(drainDelayMs), FEED: "simulated" };
  const server = await startServerProcess(settings, launch);
  const { port, token } = server;
  const requests = [`${paths.ratio}FPT`, `${paths.notifications}?limit=5`, "/healthz"].map((path) =>
    writeRequest({ path, token }),
  );
  const clients = Array.from({ length: clientCount }, (_, index) => {
    const pause = index < pausingCount ? pauseMsMax : 0;
    return askUntilRefused({ port, requests, pause, dice: makeDiceOf(seed, index), seen });
  });
  await wait(400 + makeDice(seed)(200));
  const stopping = server.stop();
  const readiness = await watchReadiness(port);
  const { code, elapsedMs } = await stopping;
  await Promise.all(clients);
  seen.stopMs = Math.max(seen.stopMs, elapsedMs);
  if (code !== 0) seen.faults.push(`the process ended with ${code}`);
  seen.faults.push(...checkQuiet(server), ...checkReadiness(readiness));
}

/** The readiness that a load balancer sees after the signal, with a new connection for each probe. */
async function watchReadiness(port: number): Promise<number[]> {
  const statuses: number[] = [];
  for (;;) {
    const opening = await openWire(port);
    if (opening.kind !== "open") return statuses;
    const exchange = await opening.wire.ask(writeRequest({ path: "/readyz" }));
    opening.wire.close();
    statuses.push(exchange.kind === "answered" ? exchange.answer.status : 0);
    await wait(10);
  }
}

/** The signal may arrive after the first request; after the first 503 there must be no other status. */
function checkReadiness(statuses: readonly number[]): string[] {
  const begin = statuses.indexOf(503);
  const isDraining = begin >= 0 && statuses.slice(begin).every((status) => status === 503);
  return isDraining ? [] : [`/readyz said ${statuses.join(" ") || "nothing"} while the server stopped`];
}

/** The requests that a client sends in turn, and its maximum pause. */
type Client = {
  readonly port: number;
  readonly requests: readonly string[];
  readonly pause: number;
  readonly dice: Dice;
  readonly seen: Seen;
};

/** Sends requests on persistent connections, one after the other, until a connection is refused. */
async function askUntilRefused({ port, requests, pause, dice, seen }: Client): Promise<void> {
  let wire: Wire | undefined;
  for (let count = dice(requests.length); ; ) {
    if (wire === undefined) {
      const opening = await openWire(port);
      if (opening.kind === "refused") return;
      if (opening.kind === "reset") {
        seen.faults.push(`a connection that the kernel had accepted was reset (${opening.why})`);
        continue;
      }
      seen.connectionCount += 1;
      wire = opening.wire;
    }
    if (pause > 0) await wait(dice(pause + 1));
    const request: string = requests[count % requests.length] ?? "";
    const name = request.split(" HTTP", 1)[0];
    const exchange = await wire.ask(request);
    if (exchange.kind === "answered") {
      seen.answeredCount += 1;
      count += 1;
      if (exchange.answer.status !== 200) seen.faults.push(`${name}: ${exchange.answer.status}`);
      if (!exchange.answer.isLast) continue;
    } else if (exchange.kind === "cut") seen.faults.push(`${name} was cut: ${exchange.why}`);
    wire.close();
    wire = undefined;
  }
}
