import {
  type CoverOrder,
  importCatalog,
  moveCash,
  openAccount,
  openBooks,
  type Services,
  setCover,
  setPosition,
  setRates,
  takeTurns,
} from "@trading-oms/brokerage";
import type { AccountKey, Store } from "@trading-oms/brokerage/ports";
import { linesOf, rates, servicesOf, sessionNow, tradeOf } from "../watch/store.ts";

const fingerprint = "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9";

export function keyOf(writer: number): AccountKey {
  return { userId: `user-${writer}`, accountId: `account-${writer}` };
}

/** The unique idempotency key of a writer's order. */
export function idempotencyKeyOf(writer: number, count: number): string {
  return `0b8e0c3e-6a0e-4c39-9a52-${writer}-${count}`;
}

/** Orders of a writer alternate between raising and lowering the cover. */
export function coveredVndOf(count: number): bigint {
  return count % 2 === 0 ? 1_000_000n : 2_000_000n;
}

function coverOrderOf(writer: number, count: number): CoverOrder {
  const key = keyOf(writer);
  return {
    ...key,
    symbol: "FPT",
    amountVnd: coveredVndOf(count),
    actor: { kind: "user", name: key.userId },
    requestId: "4bf92f3577b34da6a3ce929d0e0e4736",
    idempotency: { key: idempotencyKeyOf(writer, count), fingerprint },
  };
}

/** Sets the cover of a writer. `count` starts at 1; every call changes the cover. */
export async function coverOnce(services: Services, writer: number, count: number): Promise<void> {
  const answer = await setCover(services, coverOrderOf(writer, count));
  if (answer.kind !== "done" || answer.status !== "success") throw new Error(answer.message);
}

/** The services of a server: the catalog, the rates and a current price. */
export async function openCoverServices(store: Store): Promise<Services> {
  const planned: Services = servicesOf(store);
  await importCatalog(planned, linesOf("FPT"));
  await setRates(planned, { level: "symbol", name: "FPT", rates });
  const { book, marks } = await openBooks(planned);
  marks.hear([tradeOf("FPT", 100_000_000n, sessionNow())]);
  await marks.save();
  // A price is valid while its feed is alive, and here it always is.
  marks.sourceHeardAtMs = sessionNow;
  const inTurn = takeTurns(() => performance.now());
  return { ...planned, book, marks, holidays: book.holidays, inTurn };
}

/** Opens an account for each writer, with cash and a position whose cover can be changed. */
export async function openCoverAccounts(services: Services, writers: number): Promise<void> {
  for (let writer = 0; writer < writers; writer += 1) {
    const key = keyOf(writer);
    await openAccount(services, key);
    await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
    const entry = { quantity: 1_000n, price: 100_000_000n };
    const set = await setPosition(services, { ...key, symbol: "FPT" }, entry);
    if (set.kind !== "done") throw new Error(set.message);
  }
}

/** Covers set, wall-clock time and processor time. */
export type Throughput = {
  readonly covers: number;
  readonly seconds: number;
  readonly processorSeconds: number;
};

/**
 * Each writer sets the cover of its own account in a loop. Updates `counts`, so that the next round continues from
 * there.
 */
export async function setCovers(
  services: Services,
  counts: number[],
  durationMs: number,
): Promise<Throughput> {
  const before = sumOf(counts);
  const began = performance.now();
  const processor = process.cpuUsage();
  await Promise.all(
    counts.map(async (first, writer) => {
      let count = first;
      for (; performance.now() - began < durationMs; count += 1) await coverOnce(services, writer, count);
      counts[writer] = count;
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(processor);
  return { covers: sumOf(counts) - before, seconds, processorSeconds: (user + system) / 1e6 };
}

/** Asserts that the audit of each account holds every acknowledged cover, besides the few entries that it began with. */
export async function checkAudits(services: Services, counts: readonly number[]): Promise<void> {
  for (const [writer, count] of counts.entries()) {
    const kept = (await services.store.readAccount(keyOf(writer)))?.account.auditCount ?? 0;
    const begun = await services.store.listAudits(keyOf(writer), { limit: 8 });
    const others = begun.filter(({ entry }) => !entry.startsWith('["cover"')).length;
    if (kept - others !== count - 1)
      throw new Error(`Of ${count - 1} covers the audit has ${kept - others}.`);
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
