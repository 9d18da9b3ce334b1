import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { medianOf } from "../print-figures.ts";

const timesCount = 401;
const placesCount = 100;

/** How long it takes to overwrite some bytes of a file and to have them on the disk; the median, in seconds. */
export function measureFlush(path: string, byteCount: number, flush: (file: number) => void): number {
  const file = openSync(path, "w+");
  try {
    ftruncateSync(file, 0);
    const bytes = Buffer.alloc(byteCount, 1);
    for (let place = 0; place < placesCount; place += 1)
      writeSync(file, bytes, 0, byteCount, place * byteCount);
    fsyncSync(file);
    const times: number[] = [];
    for (let time = 0; time < timesCount; time += 1) {
      const began = performance.now();
      writeSync(file, bytes, 0, byteCount, (time % placesCount) * byteCount);
      flush(file);
      times.push(performance.now() - began);
    }
    return medianOf(times) / 1_000;
  } finally {
    closeSync(file);
  }
}
