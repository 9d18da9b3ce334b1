import type { Store } from "@trading-oms/brokerage/ports";
import { changeOf } from "./change-of.ts";

/** How many changes were made, how long it took on the wall clock, and how busy the main thread was with the store. */
export type Throughput = { readonly changes: number; readonly seconds: number; readonly busyShare: number };

/** Opens an account for each writer, with nothing in it, and gives the version that each of them has. */
export async function openAccounts(store: Store, count: number): Promise<number[]> {
  for (let writer = 0; writer < count; writer += 1) {
    const outcome = await store.commit(changeOf(writer, 0));
    if (outcome !== "committed") throw new Error(`The account was not opened: ${outcome}.`);
  }
  return Array<number>(count).fill(1);
}

/**
 * Has writers change an account each, one change after the other, as setting a cover does: position, outcome, version.
 * The versions are moved along, so that the next round goes on where this one ended.
 */
export async function changeAccounts(
  store: Store,
  versions: number[],
  durationMs: number,
): Promise<Throughput> {
  const before = sumOf(versions);
  const began = performance.now();
  const loop = performance.eventLoopUtilization();
  await Promise.all(
    versions.map(async (first, writer) => {
      let version = first;
      for (; performance.now() - began < durationMs; version += 1) {
        const outcome = await store.commit(changeOf(writer, version));
        if (outcome !== "committed") throw new Error(`A change was not made: ${outcome}.`);
      }
      versions[writer] = version;
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const busyShare = performance.eventLoopUtilization(loop).utilization;
  const changes = sumOf(versions) - before;
  return { changes, seconds, busyShare: busyShare - (await measureDriver(changes)) / seconds };
}

/** The seconds that making up the changes and awaiting them takes by itself, which is not the store's doing. */
async function measureDriver(changes: number): Promise<number> {
  const began = performance.now();
  for (let version = 1; version <= changes; version += 1) {
    const change = changeOf(0, version);
    if ((await Promise.resolve(change.expectedVersion)) !== version) throw new Error("Nothing was made up.");
  }
  return (performance.now() - began) / 1_000;
}

function sumOf(versions: readonly number[]): number {
  return versions.reduce((sum, version) => sum + version, 0);
}
