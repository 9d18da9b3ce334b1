import { stat } from "node:fs/promises";
import { join } from "node:path";
import { withDatabase } from "@trading-oms/scratch";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { type BenchOptions, type Figure, format, type Measured, medianOf } from "../figures.ts";
import { runModule, withFolder } from "../harness.ts";
import { coverOnce, openCoverAccounts, openCoverServices } from "./cover-accounts.ts";
import type { CoverSlice, CoversOrder } from "./covers-process.ts";

type Extent = { readonly rounds: number; readonly durationMs: number };

const extents: Readonly<Record<"whole" | "short", Extent>> = {
  whole: { rounds: 3, durationMs: 2_000 },
  short: { rounds: 1, durationMs: 500 },
};

/**
 * Covers per second: whole decisions with an Idempotency-Key. The SQLite figure is compared with what the disk and the
 * processor allow: f is an overwrite and flush of a commit's bytes, c the processor time of a cover that is not
 * flushed.
 */
export function benchCovers({ isShort }: BenchOptions): Promise<Measured> {
  const extent = isShort ? extents.short : extents.whole;
  return withFolder(async (folder) => {
    const sqlite = await measureSqlite(folder, extent);
    const one = await measurePostgresql(1, extent);
    const sixteen = await measurePostgresql(16, extent);
    const postgresql = [figureOfPostgresql(1, one, 0.75), figureOfPostgresql(16, sixteen, 1)];
    const bare = (slices: readonly CoverSlice[]) => medianOf(slices.map((slice) => slice.bare ?? Number.NaN));
    const bars = [
      { label: "PostgreSQL, 1 client", value: rateOf(one), isOurs: true },
      { label: "bare loop, 1 client", value: bare(one) },
      { label: "PostgreSQL, 16 clients", value: rateOf(sixteen), isOurs: true },
      { label: "bare loop, 16 clients", value: bare(sixteen) },
    ];
    const charts = [
      sqlite.chart,
      { name: "postgresql", title: "Covers on PostgreSQL", unit: "a second", bars },
    ];
    return { figures: [...sqlite.figures, ...postgresql], charts };
  });
}

function runCovers(order: CoversOrder, flushDelayMs?: number): Promise<readonly CoverSlice[]> {
  return runModule<readonly CoverSlice[]>("covers/covers-process.ts", order, { flushDelayMs });
}

async function measureSqlite(folder: string, { rounds, durationMs }: Extent) {
  const byteCount = await measureBytes(join(folder, "bytes.sqlite"));
  const one: CoverSlice[] = [];
  const sixteen: CoverSlice[] = [];
  const works: number[] = [];
  const delayed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const at = (name: string): string => join(folder, `${name}-${round}.sqlite`);
    const unflushed = { place: at("unflushed"), writers: 1, durationMs, isUnflushed: true };
    const unflushedSlices = await runCovers(unflushed);
    const workSeconds = medianOf(
      unflushedSlices.map(({ processorSeconds, covers }) => processorSeconds / covers),
    );
    works.push(workSeconds);
    const run = { durationMs, flush: { byteCount, workSeconds } };
    one.push(...(await runCovers({ ...run, place: at("one"), writers: 1 })));
    sixteen.push(...(await runCovers({ ...run, place: at("sixteen"), writers: 16 })));
    const slowOne = await runCovers({ place: at("slow-one"), writers: 1, durationMs }, 2);
    const slowAll = await runCovers({ place: at("slow-all"), writers: 16, durationMs }, 2);
    delayed.push(rateOf(slowAll) / rateOf(slowOne));
  }
  const workSeconds = medianOf(works);
  const flushSeconds = medianOf([...one, ...sixteen].map((slice) => slice.flushSeconds ?? Number.NaN));
  const parts = `f ${format(flushSeconds * 1e6, "µs")} for ${format(byteCount, "bytes")}, c ${format(workSeconds * 1e6, "µs")}`;
  /** The share of writers/(f + writers × c) that is reached; each slice uses the flush time measured beside it. */
  const beside = (slices: readonly CoverSlice[], writers: number): number =>
    medianOf(
      slices.map(
        (slice) => (rateOf([slice]) * ((slice.flushSeconds ?? Number.NaN) + writers * workSeconds)) / writers,
      ),
    );
  const figures: Figure[] = [
    {
      what: "SQLite, one writer: of 1/(f+c)",
      value: beside(one, 1),
      unit: "×",
      atLeast: 0.5,
      beside: `${format(rateOf(one), "a second")}; ${parts}`,
    },
    {
      what: "SQLite, 16 writers: of 16/(f+16c)",
      value: beside(sixteen, 16),
      unit: "×",
      atLeast: 0.5,
      beside: `${format(rateOf(sixteen), "a second")}; ${parts}`,
    },
    {
      what: "SQLite, each flush 2 ms longer: 16 writers beside one",
      value: medianOf(delayed),
      unit: "×",
      atLeast: 6,
    },
  ];
  const bars = [
    { label: "1 writer", value: rateOf(one), isOurs: true },
    { label: "1/(f+c)", value: 1 / (flushSeconds + workSeconds) },
    { label: "16 writers", value: rateOf(sixteen), isOurs: true },
    { label: "16/(f+16c)", value: 16 / (flushSeconds + 16 * workSeconds) },
  ];
  return {
    figures,
    chart: { name: "sqlite", title: "Durable covers on SQLite", unit: "a second", bars },
  };
}

async function measurePostgresql(writers: number, { rounds, durationMs }: Extent): Promise<CoverSlice[]> {
  const slices: CoverSlice[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await withDatabase(async (place) => {
      await (await openPostgresqlStore({ url: place })).close();
      slices.push(...(await runCovers({ place, writers, durationMs })));
    });
  }
  return slices;
}

function figureOfPostgresql(writers: number, slices: readonly CoverSlice[], atLeast: number): Figure {
  const bare = slices.map((slice) => slice.bare ?? Number.NaN);
  return {
    what: `PostgreSQL, ${writers} at once: of a bare loop on the same driver`,
    value: medianOf(slices.map((slice, index) => rateOf([slice]) / (bare[index] ?? Number.NaN))),
    unit: "×",
    atLeast,
    beside: `ours ${format(rateOf(slices), "a second")}, bare loop ${format(medianOf(bare), "a second")}`,
  };
}

/** Covers per second over all slices. */
function rateOf(slices: readonly CoverSlice[]): number {
  const sumOf = (member: "covers" | "seconds"): number =>
    slices.reduce((sum, slice) => sum + slice[member], 0);
  return sumOf("covers") / sumOf("seconds");
}

/** Twice this number still fits into the log before it is overwritten. */
const measuredCovers = 100;

/** How many bytes a cover adds to the log, once pages overflow at their usual rate. */
async function measureBytes(path: string): Promise<number> {
  const store = await openSqliteStore({ path });
  const services = await openCoverServices(store);
  await openCoverAccounts(services, 1);
  const sizes: number[] = [];
  for (let count = 1; sizes.length < 2; ) {
    for (const end = count + measuredCovers; count < end; count += 1) await coverOnce(services, 0, count);
    sizes.push((await stat(`${path}-wal`)).size);
  }
  await store.close();
  const [before = 0, after = 0] = sizes;
  return Math.round((after - before) / measuredCovers);
}
