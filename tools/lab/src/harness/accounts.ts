import { createHash, randomUUID } from "node:crypto";
import {
  importCatalog,
  listNotifications,
  type Refusal,
  readAuditEntry,
  type Services,
  type StoredNotification,
  verifyAudit,
} from "@trading-oms/brokerage";
import type { AccountKey, AuditRecord, Store } from "@trading-oms/brokerage/ports";
import type { InstrumentRecord, Price } from "@trading-oms/market";

/** Creates the services of the brokerage use cases on a store, with the clock of this machine. */
export function makeServices<Opened extends Store>(store: Opened): Services & { readonly store: Opened } {
  return {
    store,
    now: () => Date.now(),
    makeId: randomUUID,
    hash: async (text) => createHash("sha256").update(text).digest("hex"),
  };
}

/** Throws if brokerage or a rule refused something that a test depends on. */
export function need(outcome: object): void {
  const { code, message } = outcome as Partial<Refusal>;
  if (code !== undefined) throw new Error(message);
}

/** Creates a catalog record of a stock. */
export function makeRecord(symbol: string, members: Partial<InstrumentRecord> = {}): InstrumentRecord {
  return {
    symbol,
    exchange: "HOSE",
    type: "stock",
    name: symbol,
    companyName: `Công ty Cổ phần ${symbol}`,
    sectorLevel1: "Công nghiệp",
    referencePrice: 25_000_000n,
    lot: 100n,
    minQuantity: 100n,
    maxQuantity: 500_000n,
    ...members,
  };
}

/** Replaces the catalog. */
export async function listRecords(services: Services, records: readonly InstrumentRecord[]): Promise<void> {
  const imported = await importCatalog(services, linesOf(records));
  if (imported.kind === "refused") throw new Error(imported.faults.map(({ fault }) => fault).join(" "));
}

async function* linesOf(records: readonly InstrumentRecord[]) {
  for (const [index, record] of records.entries()) yield { line: index + 2, record };
}

/** Reads all notifications of users, newest first for each. */
export async function readAllNotifications(
  services: Services,
  userIds: Iterable<string>,
): Promise<StoredNotification[]> {
  const parts = await Promise.all(
    [...new Set(userIds)].map((userId) =>
      readParts<StoredNotification>((part, limit) =>
        listNotifications(services, userId, { limit, offset: part.length }),
      ),
    ),
  );
  return parts.flat();
}

/** An audited change of a covered amount. */
export type CoverEntry = {
  readonly accountId: string;
  readonly atMs: number;
  readonly requestId: string;
  readonly symbol: string;
  readonly fromVnd: bigint;
  readonly toVnd: bigint;
  readonly price: Price | undefined;
};

/** The covers in the audit of an account, in order, and the faults of its verification. */
type ReadAudit = { readonly entries: readonly CoverEntry[]; readonly faults: readonly string[] };

export async function readAudit(services: Services, key: AccountKey): Promise<ReadAudit> {
  const verdict = await verifyAudit(services, key);
  const records = await readParts<AuditRecord>((read, limit) =>
    services.store.listAudits(key, { after: read.at(-1)?.place ?? 0, limit }),
  );
  const faults: string[] = [];
  if (verdict.kind === "refused") faults.push(verdict.message);
  if (verdict.kind === "broken")
    faults.push(`the audit of ${key.accountId} is broken at ${verdict.place}: ${verdict.why}`);
  const entries = records.flatMap(({ entry }) => {
    const read = readAuditEntry(entry);
    if (read === undefined) faults.push(`${key.accountId} has an entry that can't be read: ${entry}`);
    if (read?.kind !== "cover" && read?.kind !== "release") return [];
    const { chain: accountId, atMs, requestId, before, after } = read;
    const { symbol, coveredVnd: toVnd, markPrice: price } = after;
    return { accountId, atMs, requestId, symbol, fromVnd: before.coveredVnd, toVnd, price };
  });
  return { entries, faults };
}

/** Reads a list page by page, each after the last row read. */
export async function readParts<Row>(
  readPart: (read: readonly Row[], limit: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const limit = 500;
  const read: Row[] = [];
  for (;;) {
    const part = await readPart(read, limit);
    read.push(...part);
    if (part.length < limit) return read;
  }
}
