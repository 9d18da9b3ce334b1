import { setTimeout as wait } from "node:timers/promises";
import type { Launch } from "@trading-oms/scratch";
import { type Dice, makeDice } from "../ground/dice.ts";
import type { Verdict } from "../ground/lab-test.ts";
import { startServerProcess } from "../ground/server.ts";
import { openWire, type Wire, writeRequest, writeRequests } from "../ground/wire.ts";

const clientCount = 64;
/** Some pause between requests, so that connections are still when the end comes. */
const pausingCount = 24;
const pauseMsMax = 120;
const drainDelayMs = 300;
const stopMsMax = drainDelayMs + 1_500;

type Stopped = { readonly folder: string; readonly seed: number; readonly launch?: Launch | undefined };

type Stop = {
  readonly asked: readonly Asked[];
  readonly readiness: readonly number[];
  readonly stopMs: number;
};

/** Stops a server under load, again and again, and looks whether a request was cut. */
export async function checkStopping({ folder, seed, launch }: Stopped, count: number): Promise<Verdict> {
  const faults: string[] = [];
  let answeredCount = 0;
  let connectionCount = 0;
  let stopMs = 0;
  for (let index = 0; index < count; index += 1) {
    const stop = await stopUnderLoad({ folder, launch, seed: seed + index }, faults);
    for (const each of stop.asked) {
      answeredCount += each.answeredCount;
      connectionCount += each.connectionCount;
      faults.push(...each.faults);
    }
    faults.push(...judgeReadiness(stop.readiness));
    stopMs = Math.max(stopMs, stop.stopMs);
  }
  if (stopMs > stopMsMax) faults.push(`a stop took ${stopMs.toFixed(0)} ms, more than ${stopMsMax}`);
  const line =
    `${count} times SIGTERM under ${clientCount} clients: ${answeredCount} requests on ${connectionCount} connections ` +
    `answered, ${faults.length} faults, stopped within ${stopMs.toFixed(0)} ms (at most ${stopMsMax})`;
  return { line, faults };
}

async function stopUnderLoad({ folder, seed, launch }: Stopped, faults: string[]): Promise<Stop> {
  const settings = { DATA_DIR: folder, DRAIN_DELAY_MS: String(drainDelayMs), FEED: "simulated" };
  const server = await startServerProcess(settings, launch);
  const { port, token } = server;
  const clients = Array.from({ length: clientCount }, (_, index) =>
    askUntilRefused({
      port,
      requests: writeRequests(token),
      pauseMsMax: index < pausingCount ? pauseMsMax : 0,
      dice: makeDice(seed * clientCount + index),
    }),
  );
  await wait(400 + makeDice(seed)(200));
  const stopping = server.stop();
  const readiness = await watchReadiness(port, token);
  const { code, elapsedMs } = await stopping;
  if (code !== 0) faults.push(`the process ended with ${code}`);
  if (server.complaints() !== "") faults.push(`the server complained: ${server.complaints().slice(0, 500)}`);
  return { asked: await Promise.all(clients), readiness, stopMs: elapsedMs };
}

/** What a balancer sees from the signal on, each time on a connection of its own. */
async function watchReadiness(port: number, token: string): Promise<number[]> {
  const statuses: number[] = [];
  for (;;) {
    const opening = await openWire(port);
    if (opening.kind !== "open") return statuses;
    const exchange = await opening.wire.ask(writeRequest("/readyz", token));
    opening.wire.close();
    statuses.push(exchange.kind === "answered" ? exchange.answer.status : 0);
    await wait(10);
  }
}

/** The signal may arrive after the first question; from the first 503 on there is nothing else. */
function judgeReadiness(statuses: readonly number[]): string[] {
  const begin = statuses.indexOf(503);
  const isDraining = begin >= 0 && statuses.slice(begin).every((status) => status === 503);
  return isDraining ? [] : [`/readyz said ${statuses.join(" ") || "nothing"} while the server stopped`];
}

/** What one client saw until it was refused. */
type Asked = {
  readonly answeredCount: number;
  readonly connectionCount: number;
  readonly faults: string[];
};

/** How a client behaves: what it asks for in turn, and how long it pauses between requests at most. */
type Client = {
  readonly port: number;
  readonly requests: readonly string[];
  readonly pauseMsMax: number;
  readonly dice: Dice;
};

/** Asks on kept connections, one request after the other, until a connection is refused. */
async function askUntilRefused({ port, requests, pauseMsMax, dice }: Client): Promise<Asked> {
  const faults: string[] = [];
  let answeredCount = 0;
  let connectionCount = 0;
  let wire: Wire | undefined;
  for (let count = dice(requests.length); ; ) {
    if (wire === undefined) {
      const opening = await openWire(port);
      if (opening.kind === "refused") return { answeredCount, connectionCount, faults };
      if (opening.kind === "reset") {
        faults.push(`a connection that the kernel had taken was thrown out (${opening.why})`);
        continue;
      }
      connectionCount += 1;
      wire = opening.wire;
    }
    if (pauseMsMax > 0) await wait(dice(pauseMsMax + 1));
    const request: string = requests[count % requests.length] ?? "";
    const exchange = await wire.ask(request);
    if (exchange.kind === "answered") {
      answeredCount += 1;
      count += 1;
      if (exchange.answer.status !== 200)
        faults.push(`${request.split(" HTTP")[0]}: ${exchange.answer.status}`);
      if (!exchange.answer.isLast) continue;
    } else if (exchange.kind === "cut") faults.push(`${request.split(" HTTP")[0]} was cut: ${exchange.why}`);
    wire.close();
    wire = undefined;
  }
}
