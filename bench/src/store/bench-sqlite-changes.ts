import { fdatasyncSync, fsyncSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openSqliteStore } from "@trading-oms/store";
import { type Figure, medianOf } from "../print-figures.ts";
import { changeAccounts, openAccounts } from "./change-accounts.ts";
import { measureChanges } from "./measure-changes.ts";
import { measureFlush } from "./measure-flush.ts";

const rounds = 5;
const durationMs = 1_500;

type Measured = "one" | "sixteen" | "flush" | "fullFlush" | "change" | "busy";

/**
 * Durable changes a second on SQLite, beside what the disk and the processor allow in the same run: f is one overwrite
 * and flush of a commit's bytes, c the time of a change where nothing is flushed.
 */
export async function benchSqliteChanges(folder: string): Promise<Figure[]> {
  const byteCount = await measureBytes(join(folder, "bytes.sqlite"));
  const figures: Record<Measured, number[]> = {
    one: [],
    sixteen: [],
    flush: [],
    fullFlush: [],
    change: [],
    busy: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    const at = (name: string): string => join(folder, `${name}-${round}.sqlite`);
    figures.flush.push(measureFlush(join(folder, "flush"), byteCount, fdatasyncSync));
    figures.fullFlush.push(measureFlush(join(folder, "flush"), byteCount, fsyncSync));
    figures.one.push((await measureChanges({ place: at("one"), writers: 1, durationMs })).perSecond);
    const many = await measureChanges({ place: at("sixteen"), writers: 16, durationMs });
    figures.sixteen.push(many.perSecond);
    figures.busy.push(many.busyShare);
    const unflushed = { place: at("off"), writers: 64, durationMs, durability: "none" } as const;
    figures.change.push(1 / (await measureChanges(unflushed)).perSecond);
  }
  const delayed = await measureDelayed(folder);
  return compose(byteCount, figures, delayed);
}

function compose(
  byteCount: number,
  figures: Readonly<Record<Measured, readonly number[]>>,
  delayed: number,
): Figure[] {
  const flush = medianOf(figures.flush);
  const fullFlush = medianOf(figures.fullFlush);
  const change = medianOf(figures.change);
  const one = medianOf(figures.one);
  const sixteen = medianOf(figures.sixteen);
  return [
    { what: "SQLite: bytes of a commit", value: byteCount, unit: "bytes" },
    { what: "SQLite: f, a flush of them", value: flush * 1e6, unit: "µs" },
    { what: "SQLite: the same by fsync, as SQLite in Node does", value: fullFlush * 1e6, unit: "µs" },
    { what: "SQLite: c, a change without a flush", value: change * 1e6, unit: "µs" },
    { what: "SQLite: changes, one writer", value: one, unit: "a second" },
    { what: "SQLite: beside 1/(f+c)", value: one * (flush + change), unit: "×", least: 0.8 },
    { what: "SQLite: the same, with fsync for f", value: one * (fullFlush + change), unit: "×" },
    { what: "SQLite: changes, 16 writers", value: sixteen, unit: "a second" },
    {
      what: "SQLite: beside 16/(f+16c)",
      value: (sixteen * (flush + 16 * change)) / 16,
      unit: "×",
      least: 0.65,
    },
    { what: "SQLite: 16 writers beside one, each flush 2 ms longer", value: delayed, unit: "×", least: 10 },
    {
      what: "SQLite: event loop busy with it, 16 writers",
      value: medianOf(figures.busy) * 100,
      unit: "%",
      reach: 5,
    },
  ];
}

async function measureDelayed(folder: string): Promise<number> {
  const run = (writers: number): Promise<{ readonly perSecond: number }> =>
    measureChanges({
      place: join(folder, `delayed-${writers}.sqlite`),
      writers,
      durationMs,
      flushDelayMs: 2,
    });
  const one = await run(1);
  return (await run(16)).perSecond / one.perSecond;
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
