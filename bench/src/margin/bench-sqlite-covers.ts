import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setCover } from "@trading-oms/brokerage";
import { openSqliteStore } from "@trading-oms/store";
import { type Figure, medianOf } from "../print-figures.ts";
import { besideFlushes } from "../store/beside-flushes.ts";
import { rateOf } from "../store/rate-of.ts";
import type { BesideFlushes } from "../store/run-beside-flushes.ts";
import { coverOrderOf } from "./cover-order-of.ts";
import type { MarginRounds } from "./margin-rounds.ts";
import { type CoverSlice, measureCovers } from "./measure-covers.ts";
import { measureServedCovers } from "./measure-served-covers.ts";
import { openCoverAccounts, openCoverServices } from "./open-cover-services.ts";

/** Twice as many still fit into the log before it is written over. */
const measuredCovers = 100;

type Measured = {
  readonly byteCount: number;
  /** Of a cover that is not flushed. */
  readonly processorSeconds: number;
  readonly one: readonly CoverSlice[];
  /** Of one writer as well, on the thread that asks. */
  readonly here: readonly CoverSlice[];
  readonly sixteen: readonly CoverSlice[];
  /** How many times as much 16 writers do as one, where each flush takes longer. */
  readonly delayed: number;
  /** Covers a second that the server answers 16 clients. */
  readonly served: number;
};

/**
 * Covers a second on SQLite, beside what the disk and the processor allow in the same run: f is one overwrite and flush
 * of a commit's bytes behind c of work, c the processor's time for a whole cover of a lone writer where nothing is flushed.
 */
export async function benchSqliteCovers(
  folder: string,
  { rounds, durationMs }: MarginRounds["covers"],
): Promise<Figure[]> {
  const byteCount = await measureBytes(join(folder, "bytes.sqlite"));
  const one: CoverSlice[] = [];
  const here: CoverSlice[] = [];
  const sixteen: CoverSlice[] = [];
  const processorSeconds: number[] = [];
  const delayed: number[] = [];
  const served: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const at = (name: string): string => join(folder, `${name}-${round}.sqlite`);
    const unflushed = await measureCovers({ place: at("off"), writers: 1, durationMs, without: "flushes" });
    const workSeconds = medianOf(unflushed.map((slice) => slice.processorSeconds / slice.changes));
    processorSeconds.push(workSeconds);
    const run = { durationMs, flush: { byteCount, workSeconds } };
    one.push(...(await measureCovers({ ...run, place: at("one"), writers: 1 })));
    here.push(...(await measureCovers({ ...run, place: at("here"), writers: 1, without: "thread" })));
    sixteen.push(...(await measureCovers({ ...run, place: at("sixteen"), writers: 16 })));
    const delayedOne = await measureCovers({ place: at("delayed-one"), writers: 1, durationMs }, 2);
    const delayedAll = await measureCovers({ place: at("delayed-all"), writers: 16, durationMs }, 2);
    delayed.push(rateOf(delayedAll) / rateOf(delayedOne));
    const servedFolder = at("served");
    await mkdir(servedFolder);
    served.push(await measureServedCovers(servedFolder, 16, durationMs));
  }
  return compose({
    byteCount,
    processorSeconds: medianOf(processorSeconds),
    one,
    here,
    sixteen,
    delayed: medianOf(delayed),
    served: medianOf(served),
  });
}

function compose({ byteCount, processorSeconds, one, here, sixteen, delayed, served }: Measured): Figure[] {
  const flushOf = (flush: keyof BesideFlushes): number =>
    medianOf([...one, ...sixteen].map((slice) => slice[flush] ?? Number.NaN)) * 1e6;
  const rate = (slices: readonly CoverSlice[]): number => medianOf(slices.map((slice) => rateOf([slice])));
  const beside = (slices: readonly CoverSlice[], writers: number, flush: keyof BesideFlushes): number =>
    besideFlushes(slices, { writers, changeSeconds: processorSeconds, flush });
  return [
    { what: "SQLite: bytes of a commit", value: byteCount, unit: "bytes" },
    { what: "SQLite: f, a flush of them", value: flushOf("flushSeconds"), unit: "µs" },
    {
      what: "SQLite: the same, one straight after another",
      value: flushOf("restlessFlushSeconds"),
      unit: "µs",
    },
    {
      what: "SQLite: the same by fsync, as SQLite in Node does",
      value: flushOf("fullFlushSeconds"),
      unit: "µs",
    },
    { what: "SQLite: c, the processor's time for a cover", value: processorSeconds * 1e6, unit: "µs" },
    { what: "SQLite: covers, one writer", value: rate(one), unit: "a second" },
    { what: "SQLite: beside 1/(f+c)", value: beside(one, 1, "flushSeconds"), unit: "×", least: 0.55 },
    {
      what: "SQLite: the same, with f straight after another",
      value: beside(one, 1, "restlessFlushSeconds"),
      unit: "×",
    },
    { what: "SQLite: the same, with fsync for f", value: beside(one, 1, "fullFlushSeconds"), unit: "×" },
    {
      what: "SQLite: the same, written on the thread that asks",
      value: beside(here, 1, "flushSeconds"),
      unit: "×",
    },
    { what: "SQLite: covers, 16 writers", value: rate(sixteen), unit: "a second" },
    { what: "SQLite: beside 16/(f+16c)", value: beside(sixteen, 16, "flushSeconds"), unit: "×", least: 0.5 },
    { what: "SQLite: 16 writers beside one, each flush 2 ms longer", value: delayed, unit: "×", least: 6 },
    ...composeLoop(sixteen, served),
  ];
}

/**
 * What keeps the event loop: decisions and reads are done on it, a commit only passes by, and only that is judged, at the
 * rate at which a server has commits to pass on. Where nothing else keeps the loop, the writer is what bounds the rate.
 */
function composeLoop(slices: readonly CoverSlice[], served: number): Figure[] {
  const each = (seconds: (slice: CoverSlice) => number): number => medianOf(slices.map(seconds)) * 1e6;
  const share = (part: (slice: CoverSlice) => number): number => medianOf(slices.map(part)) * 100;
  return [
    {
      what: "SQLite: event loop, to decide a cover",
      value: each(({ decisionSeconds, changes }) => decisionSeconds / changes),
      unit: "µs",
    },
    {
      what: "SQLite: event loop, to read for it",
      value: each(({ readSeconds, changes }) => readSeconds / changes),
      unit: "µs",
    },
    {
      what: "SQLite: event loop, to have it committed",
      value: each(({ commitSeconds }) => commitSeconds),
      unit: "µs",
    },
    {
      what: "SQLite: event loop busy with covers, 16 writers",
      value: share(({ busySeconds, seconds }) => busySeconds / seconds),
      unit: "%",
    },
    {
      what: "SQLite: event loop busy with commits alone, 16 writers",
      value: share(({ commitShare }) => commitShare),
      unit: "%",
    },
    { what: "SQLite: covers that the server answers, 16 clients", value: served, unit: "a second" },
    {
      what: "SQLite: the server's event loop busy with commits, 16 clients",
      value: served * medianOf(slices.map(({ commitSeconds }) => commitSeconds)) * 100,
      unit: "%",
      reach: 5,
    },
  ];
}

/** How much longer the log grows by a cover, once there are so many that their pages overflow as often as later on. */
async function measureBytes(path: string): Promise<number> {
  const store = await openSqliteStore({ path });
  const services = await openCoverServices(store);
  await openCoverAccounts(services, 1);
  const sizes: number[] = [];
  for (let count = 1; sizes.length < 2; ) {
    for (const end = count + measuredCovers; count < end; count += 1) {
      await setCover(services, coverOrderOf(0, count));
    }
    sizes.push((await stat(`${path}-wal`)).size);
  }
  await store.close();
  const [before = 0, after = 0] = sizes;
  return Math.round((after - before) / measuredCovers);
}
