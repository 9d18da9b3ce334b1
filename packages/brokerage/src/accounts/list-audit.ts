/** The entries of a chain, newest first. */
import type { AccountKey, AuditRecord } from "../ports/index.ts";
import type { Refusal, Services } from "../services.ts";
import { type AuditEntry, readAuditEntry } from "./audit.ts";
import { missingChain } from "./chains.ts";

/** Which entries to list; all that are omitted match. */
export type AuditFilter = {
  readonly kind?: string | undefined;
  readonly actor?: string | undefined;
  readonly symbol?: string | undefined;
  /** Entries made then or later. */
  readonly fromMs?: number | undefined;
  /** Entries made before then. */
  readonly untilMs?: number | undefined;
};

export type ListedEntry = Pick<AuditRecord, "place" | "hash"> & { readonly entry: AuditEntry };

/** A page of entries, and the cursor of the next one; undefined at the end. */
export type AuditPage = {
  readonly kind: "done";
  readonly entries: readonly ListedEntry[];
  readonly next: number | undefined;
};

const entriesInPart = 500;

/** How many entries a page may look at. A filter that matches few gets a short page. */
const entriesInPage = 2_000;

/** Lists at most `limit` entries before a place, or from the newest on. Entries that can't be read are left out; verifying names them. */
export async function listAudit(
  { store }: Pick<Services, "store">,
  key: AccountKey,
  {
    limit,
    cursor,
    ...filter
  }: AuditFilter & { readonly limit: number; readonly cursor?: number | undefined },
): Promise<AuditPage | Refusal> {
  const state = await store.readAccount(key);
  const absent = state === undefined ? missingChain(key) : undefined;
  if (absent !== undefined) return absent;
  const entries: ListedEntry[] = [];
  const newest = Math.min(state?.account.auditCount ?? 0, (cursor ?? Number.POSITIVE_INFINITY) - 1);
  let last = newest;
  while (last >= 1 && newest - last < entriesInPage) {
    const first = Math.max(1, last - entriesInPart + 1);
    const part = await store.listAudits(key, { after: first - 1, limit: last - first + 1 });
    for (const { place, hash, entry: text } of part.reverse()) {
      const entry = readAuditEntry(text);
      if (entry === undefined || !matchesAudit(entry, filter)) continue;
      entries.push({ place, hash, entry });
      if (entries.length === limit) return { kind: "done", entries, next: place > 1 ? place : undefined };
    }
    last = first - 1;
  }
  return { kind: "done", entries, next: last >= 1 ? last + 1 : undefined };
}

/** The symbol that an entry is about, or the product or group of rates. */
export function symbolOf({ after }: AuditEntry): string | undefined {
  if ("level" in after) return after.name;
  return "symbol" in after ? after.symbol : undefined;
}

/** Whether an entry is one of those to list. */
function matchesAudit(entry: AuditEntry, { kind, actor, symbol, fromMs, untilMs }: AuditFilter): boolean {
  return (
    (kind === undefined || entry.kind === kind) &&
    (actor === undefined || entry.actor.name === actor) &&
    (symbol === undefined || symbolOf(entry) === symbol) &&
    (fromMs === undefined || entry.atMs >= fromMs) &&
    (untilMs === undefined || entry.atMs < untilMs)
  );
}
