import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from "node:fs";
import { openPostgresqlStore, openSqliteStore, startSameThreadWriter } from "@trading-oms/store";
import { openBareLoop, recordCover } from "./bare-loop.ts";
import {
  checkAudits,
  openCoverAccounts,
  openCoverServices,
  setCovers,
  type Throughput,
} from "./cover-accounts.ts";

/** Covers to set in a separate process. */
export type CoversOrder = {
  /** A SQLite file or a PostgreSQL URL. */
  readonly place: string;
  readonly writers: number;
  readonly durationMs: number;
  /** Skips flushes and the flush thread, to measure only the processor time of a cover. */
  readonly isUnflushed?: boolean;
  /** On SQLite, also measures bare flushes of the same size, each after the same processor work. */
  readonly flush?: { readonly byteCount: number; readonly workSeconds: number };
};

/** A short interval of setting covers, and what was measured beside it. */
export type CoverSlice = Throughput & {
  readonly flushSeconds?: number;
  /** Covers per second of the bare loop on PostgreSQL. */
  readonly bare?: number;
};

const sliceMs = 250;
const flushesMs = 60;
/** The length of the flushed file, in commits. */
const placesCount = 100;

const order = JSON.parse(process.argv[2] ?? "{}") as CoversOrder;
const measured = order.place.startsWith("postgres") ? coverOnPostgresql(order) : coverOnSqlite(order);
console.log(JSON.stringify(await measured));

async function coverOnSqlite(order: CoversOrder): Promise<CoverSlice[]> {
  const { place, writers, durationMs, isUnflushed = false, flush } = order;
  const startWriter = isUnflushed ? (path: string) => startSameThreadWriter(path, "none") : undefined;
  const store = await openSqliteStore({ path: place, startWriter });
  const services = await openCoverServices(store);
  await openCoverAccounts(services, writers);
  const counts = Array<number>(writers).fill(1);
  // Warm-up: compiles statements and lets the log grow to the size at which it is overwritten.
  await setCovers(services, counts, durationMs);
  const slices: CoverSlice[] = [];
  const gauge = flush && openFlushGauge(`${place}-flush`, flush);
  for (let spentMs = 0; spentMs < durationMs; spentMs += sliceMs) {
    // Disk speed varies from second to second, so both are measured in turn.
    const covered = await setCovers(services, counts, sliceMs);
    slices.push(gauge === undefined ? covered : { ...covered, flushSeconds: gauge.measure() });
  }
  gauge?.close();
  await checkAudits(services, counts);
  await store.close();
  return slices;
}

/**
 * Overwrites and flushes bytes of a file, with processor work before each flush. Returns the mean time of the flushes
 * alone.
 */
function openFlushGauge(path: string, { byteCount, workSeconds }: NonNullable<CoversOrder["flush"]>) {
  const file = openSync(path, "w+");
  const bytes = Buffer.alloc(byteCount, 1);
  for (let at = 0; at < placesCount; at += 1) writeSync(file, bytes, 0, byteCount, at * byteCount);
  fsyncSync(file);
  return {
    measure: (): number => {
      const endMs = performance.now() + flushesMs;
      let times = 0;
      let tookMs = 0;
      for (; performance.now() < endMs; times += 1) {
        const workedMs = performance.now() + workSeconds * 1_000;
        while (performance.now() < workedMs);
        const began = performance.now();
        writeSync(file, bytes, 0, byteCount, (times % placesCount) * byteCount);
        fdatasyncSync(file);
        tookMs += performance.now() - began;
      }
      return tookMs / times / 1_000;
    },
    close: () => closeSync(file),
  };
}

async function coverOnPostgresql({ place: url, writers, durationMs }: CoversOrder): Promise<CoverSlice[]> {
  const store = await openPostgresqlStore({ url });
  const services = await openCoverServices(store);
  // Accounts for the store, as many for the bare loop, and one for recording the statements.
  await openCoverAccounts(services, 2 * writers + 1);
  const recorded = await recordCover(services, 2 * writers);
  const bare = await openBareLoop(
    url,
    recorded,
    Array.from({ length: writers }, (_, index) => writers + index),
  );
  const counts = Array<number>(writers).fill(1);
  const runSlices = async (): Promise<CoverSlice[]> => {
    const slices: CoverSlice[] = [];
    for (let spentMs = 0; spentMs < durationMs; spentMs += sliceMs) {
      // The order alternates as well.
      const before = slices.length % 2 === 0 ? undefined : await bare.run(sliceMs);
      const covered = await setCovers(services, counts, sliceMs);
      slices.push({ ...covered, bare: before ?? (await bare.run(sliceMs)) });
    }
    return slices;
  };
  // Warm-up for both sides: prepares statements and lets the JIT compile.
  await runSlices();
  const slices = await runSlices();
  await checkAudits(services, counts);
  await bare.close();
  await store.close();
  return slices;
}
