import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openSqliteStore } from "@trading-oms/store";
import { type Figure, medianOf } from "../print-figures.ts";
import { besideFlushes } from "./beside-flushes.ts";
import { changeAccounts, openAccounts } from "./change-accounts.ts";
import { measureChanges, type Slice } from "./measure-changes.ts";
import { rateOf } from "./rate-of.ts";
import type { BesideFlushes } from "./run-beside-flushes.ts";

const rounds = 3;
const delayedRounds = 3;
const durationMs = 3_000;

type Measured = {
  readonly byteCount: number;
  /** Of a change that is not flushed. */
  readonly processorSeconds: number;
  readonly one: readonly Slice[];
  readonly sixteen: readonly Slice[];
  /** How many times as much 16 writers do as one, where each flush takes longer. */
  readonly delayed: number;
};

/**
 * Durable changes a second on SQLite, beside what the disk and the processor allow in the same run: f is one overwrite
 * and flush of a commit's bytes behind c of work, c the processor's time for a change of a lone writer where nothing is flushed.
 */
export async function benchSqliteChanges(folder: string): Promise<Figure[]> {
  const byteCount = await measureBytes(join(folder, "bytes.sqlite"));
  const one: Slice[] = [];
  const sixteen: Slice[] = [];
  const processorSeconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const at = (name: string): string => join(folder, `${name}-${round}.sqlite`);
    const unflushed = await measureChanges({ place: at("off"), writers: 1, durationMs, without: "flushes" });
    const workSeconds = medianOf(unflushed.map((slice) => slice.processorSeconds / slice.changes));
    processorSeconds.push(workSeconds);
    const run = { durationMs, flush: { byteCount, workSeconds } };
    one.push(...(await measureChanges({ ...run, place: at("one"), writers: 1 })));
    sixteen.push(...(await measureChanges({ ...run, place: at("sixteen"), writers: 16 })));
  }
  const delayed = await measureDelayed(folder);
  return compose({ byteCount, processorSeconds: medianOf(processorSeconds), one, sixteen, delayed });
}

function compose({ byteCount, processorSeconds: change, one, sixteen, delayed }: Measured): Figure[] {
  const both = [...one, ...sixteen];
  const beside = (slices: readonly Slice[], writers: number, flush: keyof BesideFlushes) =>
    besideFlushes(slices, { writers, changeSeconds: change, flush });
  const flushOf = (flush: keyof BesideFlushes): number =>
    medianOf(both.map((slice) => slice[flush] ?? Number.NaN)) * 1e6;
  const busy = medianOf(sixteen.map(({ busySeconds, seconds }) => busySeconds / seconds));
  const busyEach = medianOf(sixteen.map(({ busySeconds, changes }) => busySeconds / changes));
  const rate = (slices: readonly Slice[]): number => medianOf(slices.map((slice) => rateOf([slice])));
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
    { what: "SQLite: c, the processor's time for a change", value: change * 1e6, unit: "µs" },
    { what: "SQLite: changes, one writer", value: rate(one), unit: "a second" },
    { what: "SQLite: beside 1/(f+c)", value: beside(one, 1, "flushSeconds"), unit: "×", least: 0.55 },
    {
      what: "SQLite: the same, with f straight after another",
      value: beside(one, 1, "restlessFlushSeconds"),
      unit: "×",
    },
    { what: "SQLite: the same, with fsync for f", value: beside(one, 1, "fullFlushSeconds"), unit: "×" },
    { what: "SQLite: changes, 16 writers", value: rate(sixteen), unit: "a second" },
    { what: "SQLite: beside 16/(f+16c)", value: beside(sixteen, 16, "flushSeconds"), unit: "×", least: 0.5 },
    { what: "SQLite: 16 writers beside one, each flush 2 ms longer", value: delayed, unit: "×", least: 6 },
    { what: "SQLite: event loop, for a change of 16 writers", value: busyEach * 1e6, unit: "µs" },
    { what: "SQLite: event loop busy with it, 16 writers", value: busy * 100, unit: "%", reach: 5 },
  ];
}

async function measureDelayed(folder: string): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < delayedRounds; round += 1) {
    const run = async (writers: number): Promise<number> => {
      const place = join(folder, `delayed-${writers}-${round}.sqlite`);
      return rateOf(await measureChanges({ place, writers, durationMs }, 2));
    };
    const one = await run(1);
    ratios.push((await run(16)) / one);
  }
  return medianOf(ratios);
}

/** How much longer the log grows by a change. */
async function measureBytes(path: string): Promise<number> {
  const store = await openSqliteStore({ path });
  const versions = await openAccounts(store, 1);
  const before = await stat(`${path}-wal`);
  const { changes } = await changeAccounts(store, versions, 30);
  const after = await stat(`${path}-wal`);
  await store.close();
  return Math.round((after.size - before.size) / changes);
}
