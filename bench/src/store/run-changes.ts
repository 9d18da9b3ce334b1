import { fdatasyncSync, fsyncSync } from "node:fs";
import type { Store } from "@trading-oms/brokerage/ports";
import { openPostgresqlStore, openSqliteStore, startWriterHere } from "@trading-oms/store";
import { changeAccounts, openAccounts, type Throughput } from "./change-accounts.ts";
import { makeFlushGauge } from "./make-flush-gauge.ts";
import type { ChangeRun, Slice } from "./measure-changes.ts";
import { runBareChanges } from "./run-bare-changes.ts";

const sliceMs = 250;
const flushesMs = 50;

/** Changes accounts for a while in a process of its own, and prints as JSON what it took. */
const run: ChangeRun = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify(await runChanges(run)));

async function runChanges({
  place,
  writers,
  durationMs,
  durability,
  flushBytes,
}: ChangeRun): Promise<Slice[]> {
  if (durability === "bare") return [await runBareChanges(place, writers, durationMs)];
  const store = await open(place, durability === "none");
  const versions = await openAccounts(store, writers);
  // At first statements are compiled, code is not yet fast and the log still grows; afterwards it is written over.
  await changeAccounts(store, versions, durationMs / 2);
  const slices =
    flushBytes === undefined
      ? [await changeAccounts(store, versions, durationMs)]
      : await runBesideFlushes(store, versions, { place, durationMs, flushBytes });
  await store.close();
  return slices;
}

/** In turn with bare flushes, a short while each, since a disk is not as fast from one second to the next. */
async function runBesideFlushes(
  store: Store,
  versions: number[],
  {
    place,
    durationMs,
    flushBytes,
  }: Pick<ChangeRun, "place" | "durationMs"> & { readonly flushBytes: number },
): Promise<Slice[]> {
  const gauge = makeFlushGauge(`${place}-flush`, flushBytes);
  const slices: Slice[] = [];
  for (let spentMs = 0; spentMs < durationMs; spentMs += sliceMs) {
    const throughput: Throughput = await changeAccounts(store, versions, sliceMs);
    const flushSeconds = gauge.measure(fdatasyncSync, flushesMs);
    const fullFlushSeconds = gauge.measure(fsyncSync, flushesMs);
    slices.push({ ...throughput, flushSeconds, fullFlushSeconds });
  }
  gauge.close();
  return slices;
}

async function open(place: string, isUnflushed: boolean): Promise<Store> {
  if (place.startsWith("postgres")) return openPostgresqlStore({ url: place });
  return openSqliteStore({
    path: place,
    // So that only the change is measured, and not the way to a thread.
    startWriter: isUnflushed ? (path) => startWriterHere(path, "none") : undefined,
  });
}
