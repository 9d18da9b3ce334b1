import { type Services, setCover } from "@trading-oms/brokerage";
import type { Throughput } from "../store/change-accounts.ts";
import { coverOrderOf, keyOf } from "./cover-order-of.ts";
import { keepNothing } from "./keep-nothing.ts";
import { timeReads } from "./time-reads.ts";

/** What setting covers took; of the main thread's time, apart, what the decisions and what the store's reads took. */
export type CoverThroughput = Throughput & { readonly decisionSeconds: number; readonly readSeconds: number };

/**
 * Has writers set the cover of an account each, one after the other. The counts of their orders are moved along, so that
 * the next round goes on where this one ended.
 */
export async function coverAccounts(
  services: Services,
  counts: number[],
  durationMs: number,
): Promise<CoverThroughput> {
  const before = [...counts];
  const kept = await keepNothing(services.store, counts.length);
  const reads = timeReads(services.store);
  const began = performance.now();
  const processor = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const timed = { ...services, store: reads.store };
  await runWriters(timed, counts, () => performance.now() - began >= durationMs);
  const seconds = (performance.now() - began) / 1_000;
  const activeSeconds = performance.eventLoopUtilization(loop).active / 1_000;
  const { user, system } = process.cpuUsage(processor);
  const changes = sumOf(counts) - sumOf(before);
  const decisionSeconds = await measureDecisions({ ...services, store: kept }, before, changes);
  const readSeconds = reads.seconds();
  return {
    changes,
    seconds,
    processorSeconds: (user + system) / 1e6,
    busySeconds: activeSeconds,
    decisionSeconds,
    readSeconds,
  };
}

/** Has them set covers alike, and gives the covers a second alone. */
export async function setCovers(services: Services, counts: number[], durationMs: number): Promise<number> {
  const before = sumOf(counts);
  const began = performance.now();
  await runWriters(services, counts, () => performance.now() - began >= durationMs);
  return ((sumOf(counts) - before) / (performance.now() - began)) * 1_000;
}

/** Makes sure that every cover that was acknowledged is in the audit of its account. */
export async function judgeAudits(services: Services, counts: readonly number[]): Promise<void> {
  for (const [writer, count] of counts.entries()) {
    const kept = (await services.store.readAccount(keyOf(writer)))?.account.auditCount;
    if (kept !== count - 1) throw new Error(`Of ${count - 1} covers the audit has ${kept}.`);
  }
}

async function runWriters(services: Services, counts: number[], isOver: () => boolean): Promise<void> {
  await Promise.all(
    counts.map(async (first, writer) => {
      let count = first;
      for (; !isOver(); count += 1) {
        const answer = await setCover(services, coverOrderOf(writer, count));
        if (answer.kind !== "done" || answer.status !== "success") throw new Error(answer.message);
      }
      counts[writer] = count;
    }),
  );
}

/** The seconds that as many covers take with a store that does nothing: they are not the store's doing. */
async function measureDecisions(
  services: Services,
  counts: readonly number[],
  changes: number,
): Promise<number> {
  let left = changes;
  const began = performance.now();
  await runWriters(services, [...counts], () => {
    left -= 1;
    // The clock is asked as well, as it is above.
    return left < 0 || performance.now() < began;
  });
  return (performance.now() - began) / 1_000;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
