import type { Store } from "@trading-oms/brokerage/ports";
import { changeOf } from "./change-of.ts";

/** What making changes took: on the wall clock, of the processor, and of the main thread's event loop for the store. */
export type Throughput = {
  readonly changes: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly busySeconds: number;
};

type CommitsChanges = Pick<Store, "commit">;

/** Opens an account for each writer, with nothing in it, and gives the version that each of them has. */
export async function openAccounts(store: CommitsChanges, count: number): Promise<number[]> {
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
  store: CommitsChanges,
  versions: number[],
  durationMs: number,
): Promise<Throughput> {
  const before = sumOf(versions);
  const began = performance.now();
  const processor = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  await runWriters(store, versions, () => performance.now() - began >= durationMs);
  const seconds = (performance.now() - began) / 1_000;
  const activeSeconds = performance.eventLoopUtilization(loop).active / 1_000;
  const { user, system } = process.cpuUsage(processor);
  const changes = sumOf(versions) - before;
  const busySeconds = activeSeconds - (await measureWriters(versions.length, changes));
  return { changes, seconds, processorSeconds: (user + system) / 1e6, busySeconds };
}

async function runWriters(store: CommitsChanges, versions: number[], isOver: () => boolean): Promise<void> {
  await Promise.all(
    versions.map(async (first, writer) => {
      let version = first;
      for (; !isOver(); version += 1) {
        const outcome = await store.commit(changeOf(writer, version));
        if (outcome !== "committed") throw new Error(`A change was not made: ${outcome}.`);
      }
      versions[writer] = version;
    }),
  );
}

/** The seconds that the writers take by themselves, with a store that does nothing: they are not the store's doing. */
async function measureWriters(writers: number, changes: number): Promise<number> {
  const nothing: CommitsChanges = { commit: () => Promise.resolve("committed") };
  let left = changes;
  const began = performance.now();
  await runWriters(nothing, Array<number>(writers).fill(1), () => {
    left -= 1;
    // The clock is asked as well, as it is above.
    return left < 0 || performance.now() < began;
  });
  return (performance.now() - began) / 1_000;
}

function sumOf(versions: readonly number[]): number {
  return versions.reduce((sum, version) => sum + version, 0);
}
