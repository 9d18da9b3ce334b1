import { fdatasyncSync, fsyncSync } from "node:fs";
import { makeFlushGauge } from "./make-flush-gauge.ts";

const sliceMs = 250;
const flushesMs = 50;

/** What a bare flush took behind as much work as a change is, by fdatasync and by fsync, and one that followed on another. */
export type BesideFlushes = {
  readonly flushSeconds: number;
  readonly fullFlushSeconds: number;
  readonly restlessFlushSeconds: number;
};

/** Bare flushes as they are held against changes: of as many bytes, and behind as much of the processor's work. */
export type FlushLike = { readonly byteCount: number; readonly workSeconds: number };

/** How long work is done, in turn with which flushes. */
export type FlushedRun = { readonly place: string; readonly durationMs: number; readonly flush: FlushLike };

/** Does work in turn with bare flushes, a short while each, since a disk is not as fast from one second to the next. */
export async function runBesideFlushes<Result>(
  { place, durationMs, flush: { byteCount, workSeconds } }: FlushedRun,
  work: (durationMs: number) => Promise<Result>,
): Promise<(Result & BesideFlushes)[]> {
  const gauge = makeFlushGauge(`${place}-flush`, byteCount);
  const slices: (Result & BesideFlushes)[] = [];
  for (let spentMs = 0; spentMs < durationMs; spentMs += sliceMs) {
    const result = await work(sliceMs);
    const flushSeconds = gauge.measure(fdatasyncSync, workSeconds, flushesMs);
    const fullFlushSeconds = gauge.measure(fsyncSync, workSeconds, flushesMs);
    const restlessFlushSeconds = gauge.measure(fdatasyncSync, 0, flushesMs);
    slices.push({ ...result, flushSeconds, fullFlushSeconds, restlessFlushSeconds });
  }
  gauge.close();
  return slices;
}
