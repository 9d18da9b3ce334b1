import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openSqliteStore } from "@trading-oms/store";
import { type Figure, medianOf } from "../print-figures.ts";
import { besideFlushes } from "../store/beside-flushes.ts";
import { rateOf } from "../store/rate-of.ts";
import type { BesideFlushes } from "../store/run-beside-flushes.ts";
import { coverAccounts } from "./cover-accounts.ts";
import type { MarginRounds } from "./margin-rounds.ts";
import { type CoverSlice, measureCovers } from "./measure-covers.ts";
import { openCoverAccounts, openCoverServices } from "./open-cover-services.ts";

type Measured = {
  readonly byteCount: number;
  /** Of a cover that is not flushed. */
  readonly processorSeconds: number;
  readonly one: readonly CoverSlice[];
  readonly sixteen: readonly CoverSlice[];
  /** How many times as much 16 writers do as one, where each flush takes longer. */
  readonly delayed: number;
};

/**
 * Covers a second on SQLite, beside what the disk and the processor allow in the same run: f is one overwrite and flush
 * of a commit's bytes, c the processor's time for a whole cover of a lone writer where nothing is flushed.
 */
export async function benchSqliteCovers(
  folder: string,
  { rounds, durationMs }: MarginRounds["covers"],
): Promise<Figure[]> {
  const byteCount = await measureBytes(join(folder, "bytes.sqlite"));
  const one: CoverSlice[] = [];
  const sixteen: CoverSlice[] = [];
  const processorSeconds: number[] = [];
  const delayed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const at = (name: string): string => join(folder, `${name}-${round}.sqlite`);
    const run = { durationMs, flushBytes: byteCount };
    one.push(...(await measureCovers({ ...run, place: at("one"), writers: 1 })));
    sixteen.push(...(await measureCovers({ ...run, place: at("sixteen"), writers: 16 })));
    const unflushed = await measureCovers({ place: at("off"), writers: 1, durationMs, durability: "none" });
    processorSeconds.push(...unflushed.map((slice) => slice.processorSeconds / slice.changes));
    const delayedOne = await measureCovers({ place: at("delayed-one"), writers: 1, durationMs }, 2);
    const delayedAll = await measureCovers({ place: at("delayed-all"), writers: 16, durationMs }, 2);
    delayed.push(rateOf(delayedAll) / rateOf(delayedOne));
  }
  return compose({
    byteCount,
    processorSeconds: medianOf(processorSeconds),
    one,
    sixteen,
    delayed: medianOf(delayed),
  });
}

function compose({ byteCount, processorSeconds, one, sixteen, delayed }: Measured): Figure[] {
  const flushOf = (flush: keyof BesideFlushes): number =>
    medianOf([...one, ...sixteen].map((slice) => slice[flush] ?? Number.NaN)) * 1e6;
  const rate = (slices: readonly CoverSlice[]): number => medianOf(slices.map((slice) => rateOf([slice])));
  const beside = (slices: readonly CoverSlice[], writers: number, flush: keyof BesideFlushes): number =>
    besideFlushes(slices, { writers, changeSeconds: processorSeconds, flush });
  return [
    { what: "SQLite: bytes of a commit", value: byteCount, unit: "bytes" },
    { what: "SQLite: f, a flush of them", value: flushOf("flushSeconds"), unit: "µs" },
    {
      what: "SQLite: the same by fsync, as SQLite in Node does",
      value: flushOf("fullFlushSeconds"),
      unit: "µs",
    },
    { what: "SQLite: c, the processor's time for a cover", value: processorSeconds * 1e6, unit: "µs" },
    { what: "SQLite: covers, one writer", value: rate(one), unit: "a second" },
    { what: "SQLite: beside 1/(f+c)", value: beside(one, 1, "flushSeconds"), unit: "×", least: 0.8 },
    { what: "SQLite: the same, with fsync for f", value: beside(one, 1, "fullFlushSeconds"), unit: "×" },
    { what: "SQLite: covers, 16 writers", value: rate(sixteen), unit: "a second" },
    { what: "SQLite: beside 16/(f+16c)", value: beside(sixteen, 16, "flushSeconds"), unit: "×", least: 0.65 },
    { what: "SQLite: 16 writers beside one, each flush 2 ms longer", value: delayed, unit: "×", least: 10 },
    ...composeLoop(sixteen),
  ];
}

/** What keeps the event loop: decisions and reads are done on it, a commit only passes by. */
function composeLoop(slices: readonly CoverSlice[]): Figure[] {
  const each = (seconds: (slice: CoverSlice) => number): number =>
    medianOf(slices.map((slice) => seconds(slice) / slice.changes)) * 1e6;
  const share = (seconds: (slice: CoverSlice) => number): number =>
    medianOf(slices.map((slice) => seconds(slice) / slice.seconds)) * 100;
  const commitOf = ({ busySeconds, readSeconds }: CoverSlice): number => busySeconds - readSeconds;
  return [
    {
      what: "SQLite: event loop, to decide a cover",
      value: each((slice) => slice.decisionSeconds),
      unit: "µs",
    },
    { what: "SQLite: event loop, to read for it", value: each((slice) => slice.readSeconds), unit: "µs" },
    { what: "SQLite: event loop, to have it committed", value: each(commitOf), unit: "µs" },
    {
      what: "SQLite: event loop busy deciding, 16 writers",
      value: share((slice) => slice.decisionSeconds),
      unit: "%",
    },
    {
      what: "SQLite: event loop busy reading, 16 writers",
      value: share((slice) => slice.readSeconds),
      unit: "%",
    },
    { what: "SQLite: event loop busy committing, 16 writers", value: share(commitOf), unit: "%", reach: 5 },
  ];
}

/** How much longer the log grows by a cover. */
async function measureBytes(path: string): Promise<number> {
  const store = await openSqliteStore({ path });
  const services = await openCoverServices(store);
  await openCoverAccounts(services, 1);
  const before = await stat(`${path}-wal`);
  const { changes } = await coverAccounts(services, [1], 30);
  const after = await stat(`${path}-wal`);
  await store.close();
  return Math.round((after.size - before.size) / changes);
}
