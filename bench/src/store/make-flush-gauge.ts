import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";

const placesCount = 100;

/** A file whose bytes are overwritten, to see how long it takes until they are on the disk. */
export type FlushGauge = {
  /** Overwrites and flushes for a while, by `flush`; the seconds that one took, in the mean as of everything else. */
  readonly measure: (flush: (file: number) => void, durationMs: number) => number;
  readonly close: () => void;
};

/** Makes a file for so many bytes at a time. */
export function makeFlushGauge(path: string, byteCount: number): FlushGauge {
  const file = openSync(path, "w+");
  const bytes = Buffer.alloc(byteCount, 1);
  for (let place = 0; place < placesCount; place += 1)
    writeSync(file, bytes, 0, byteCount, place * byteCount);
  fsyncSync(file);
  return {
    measure: (flush, durationMs) => {
      const began = performance.now();
      let times = 0;
      let tookMs = 0;
      for (; tookMs < durationMs; times += 1) {
        writeSync(file, bytes, 0, byteCount, (times % placesCount) * byteCount);
        flush(file);
        tookMs = performance.now() - began;
      }
      return tookMs / times / 1_000;
    },
    close: () => closeSync(file),
  };
}
