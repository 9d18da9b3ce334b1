import { fdatasyncSync, fsyncSync } from "node:fs";
import { makeFlushGauge } from "./make-flush-gauge.ts";

const sliceMs = 250;
const flushesMs = 50;

/** What a bare flush took, by fdatasync and by fsync. */
export type BesideFlushes = { readonly flushSeconds: number; readonly fullFlushSeconds: number };

/** How long work is done, in turn with flushes of how many bytes. */
export type FlushedRun = { readonly place: string; readonly durationMs: number; readonly flushBytes: number };

/** Does work in turn with bare flushes, a short while each, since a disk is not as fast from one second to the next. */
export async function runBesideFlushes<Result>(
  { place, durationMs, flushBytes }: FlushedRun,
  work: (durationMs: number) => Promise<Result>,
): Promise<(Result & BesideFlushes)[]> {
  const gauge = makeFlushGauge(`${place}-flush`, flushBytes);
  const slices: (Result & BesideFlushes)[] = [];
  for (let spentMs = 0; spentMs < durationMs; spentMs += sliceMs) {
    const result = await work(sliceMs);
    const flushSeconds = gauge.measure(fdatasyncSync, flushesMs);
    const fullFlushSeconds = gauge.measure(fsyncSync, flushesMs);
    slices.push({ ...result, flushSeconds, fullFlushSeconds });
  }
  gauge.close();
  return slices;
}
