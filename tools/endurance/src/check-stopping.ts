import { setTimeout as wait } from "node:timers/promises";
import type { Launch } from "@trading-oms/scratch";
import { type Asked, askUntilRefused } from "./ask-until-refused.ts";
import { makeDice } from "./make-dice.ts";
import { openWire } from "./open-wire.ts";
import { startServerProcess } from "./start-server-process.ts";
import type { Verdict } from "./verdict.ts";
import { writeRequest, writeRequests } from "./write-requests.ts";

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
