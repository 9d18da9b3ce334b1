import { createHash } from "node:crypto";
import type { InstrumentRecord } from "@trading-oms/market";
import type { ChangeOrigin } from "../accounts/audit.ts";
import type { PositionOrder } from "../accounts/positions.ts";
import type { Services } from "../services.ts";
import { importCatalog } from "../settings/import-catalog.ts";
import { type PlannedStore, planStore } from "./plan-store.ts";

/** Services over an in-memory store with a fixed clock and counting IDs. */
export function planServices(): { readonly services: Services; readonly memory: PlannedStore } {
  const memory = planStore();
  let ids = 0;
  const makeId = (): string => {
    ids += 1;
    return `TX-${ids}`;
  };
  const hash = async (text: string): Promise<string> => createHash("sha256").update(text).digest("hex");
  return { services: { store: memory, now: () => 1_000, makeId, hash }, memory };
}

/** An operator who gives no reason. */
export const byLan: ChangeOrigin = { actor: { kind: "operator", name: "lan" } };

/** The same for a price that is unusual. */
export const confirmed: PositionOrder = { ...byLan, isConfirmed: true };

/** FPT on HOSE at 80,000. */
export const fpt: InstrumentRecord = {
  symbol: "FPT",
  exchange: "HOSE",
  type: "stock",
  name: "FPT",
  companyName: "Công ty Cổ phần FPT",
  referencePrice: 80_000_000n,
  lot: 100n,
  minQuantity: 100n,
  maxQuantity: 500_000n,
};

/** The VN30 future of November 2026 at 1,461.0. */
export const vn30Future: InstrumentRecord = {
  symbol: "41I1GB000",
  exchange: "DERIVATIVES",
  type: "future",
  name: "VN30F2611",
  companyName: "VN30 Index Futures 11/2026",
  referencePrice: 1_461_000n,
  lot: 1n,
  minQuantity: 1n,
  maxQuantity: 500n,
  underlyingSymbolCode: "VN30",
  expirationDate: "2026-11-19",
  contractSize: 100_000n,
};

/** Replaces the catalog by these instruments. */
export async function list(services: Services, ...records: InstrumentRecord[]): Promise<void> {
  const outcome = await importCatalog(services, linesOf(records));
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
}

/** Records as lines of a file, from line 2. */
export async function* linesOf(
  records: readonly InstrumentRecord[],
): AsyncGenerator<{ readonly line: number; readonly record: InstrumentRecord }> {
  for (const [index, record] of records.entries()) yield { line: index + 2, record };
}
