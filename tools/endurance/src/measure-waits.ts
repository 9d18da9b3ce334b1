import { setTimeout as wait } from "node:timers/promises";
import { openWire } from "./open-wire.ts";

/** How long requests waited for their answer, in milliseconds. */
export type Waits = { readonly count: number; readonly medianMs: number; readonly p99Ms: number };

const laneCount = 4;

/** Sends requests at a low rate on a few connections for a while, and measures how long each waits. */
export async function measureWaits(port: number, request: string, durationMs: number): Promise<Waits> {
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
