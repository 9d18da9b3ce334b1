import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from "node:fs";
import { openPostgresqlStore, openSqliteStore, startWriterHere } from "@trading-oms/store";
import {
  judgeAudits,
  openCoverAccounts,
  openCoverServices,
  setCovers,
  type Throughput,
} from "./cover-accounts.ts";
import { openBareLoop, recordCover } from "./cover-bare-loop.ts";

/** Covers to be set in a process of its own. */
export type CoversOrder = {
  /** A file of SQLite, or the address of a PostgreSQL. */
  readonly place: string;
  readonly writers: number;
  readonly durationMs: number;
  /** Leaves out flushes, and the thread that does them: what is left is the processor's work for a cover. */
  readonly isUnflushed?: boolean;
  /** On SQLite measures bare flushes in turn, of as many bytes and behind as much of the processor's work. */
  readonly flush?: { readonly byteCount: number; readonly workSeconds: number };
};

/** A short while of setting covers, and what was measured beside it. */
export type CoverSlice = Throughput & {
  readonly flushSeconds?: number;
  /** Covers a second of the bare loop on PostgreSQL. */
  readonly bare?: number;
};

const sliceMs = 250;
const flushesMs = 60;
/** The flushed file is as long as so many commits. */
const placesCount = 100;

const order = JSON.parse(process.argv[2] ?? "{}") as CoversOrder;
const measured = order.place.startsWith("postgres") ? coverOnPostgresql(order) : coverOnSqlite(order);
console.log(JSON.stringify(await measured));

async function coverOnSqlite(order: CoversOrder): Promise<CoverSlice[]> {
  const { place, writers, durationMs, isUnflushed = false, flush } = order;
  const startWriter = isUnflushed ? (path: string) => startWriterHere(path, "none") : undefined;
  const store = await openSqliteStore({ path: place, startWriter });
  const services = await openCoverServices(store);
  await openCoverAccounts(services, writers);
  const counts = Array<number>(writers).fill(1);
  // At first statements are compiled and the log still grows, which is written over afterwards.
  await setCovers(services, counts, durationMs);
  const slices: CoverSlice[] = [];
  const gauge = flush && openFlushGauge(`${place}-flush`, flush);
  for (let spentMs = 0; spentMs < durationMs; spentMs += sliceMs) {
    // A disk is not as fast from one second to the next, so both take turns.
    const covered = await setCovers(services, counts, sliceMs);
    slices.push(gauge === undefined ? covered : { ...covered, flushSeconds: gauge.measure() });
  }
  gauge?.close();
  await judgeAudits(services, counts);
  await store.close();
  return slices;
}

/** Overwrites and flushes bytes of a file, with the processor's work ahead of each; gives the mean of the flushes alone. */
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
  // Accounts of the store's own, as many for the bare loop, and one to record what is asked for.
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
      // Which of the two goes first alternates as well.
      const before = slices.length % 2 === 0 ? undefined : await bare.run(sliceMs);
      const covered = await setCovers(services, counts, sliceMs);
      slices.push({ ...covered, bare: before ?? (await bare.run(sliceMs)) });
    }
    return slices;
  };
  // At first statements are prepared and code is not yet fast, on both sides.
  await runSlices();
  const slices = await runSlices();
  await judgeAudits(services, counts);
  await bare.close();
  await store.close();
  return slices;
}
