import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";

const placesCount = 100;

/** A file whose bytes are overwritten, to see how long it takes until they are on the disk. */
export type FlushGauge = {
  /**
   * Overwrites and flushes for a while, by `flush`, with so many seconds of the processor's work ahead of each; the seconds
   * that one took without that, in the mean as of everything else.
   */
  readonly measure: (flush: (file: number) => void, workSeconds: number, durationMs: number) => number;
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
    measure: (flush, workSeconds, durationMs) => {
      const endMs = performance.now() + durationMs;
      let times = 0;
      let tookMs = 0;
      for (; performance.now() < endMs; times += 1) {
        work(workSeconds);
        const began = performance.now();
        writeSync(file, bytes, 0, byteCount, (times % placesCount) * byteCount);
        flush(file);
        tookMs += performance.now() - began;
      }
      return tookMs / times / 1_000;
    },
    close: () => closeSync(file),
  };
}

function work(seconds: number): void {
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs);
}
