/** What moved in an account, newest first: its audit read backwards, without who ordered it and why. */
import type { AccountKey } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { type AuditEntry, readAuditEntry } from "./audit.ts";

/** A movement of cash, or a change of a covered amount. */
type Movement = {
  /** Its place in the audit of the account. */
  readonly place: number;
  readonly atMs: number;
  readonly kind: "deposit" | "withdrawal" | "cover" | "release";
  /** Undefined for cash. */
  readonly symbol: string | undefined;
  /** For cash the equity of the account, else the covered amount. */
  readonly beforeVnd: bigint;
  readonly afterVnd: bigint;
};

/** A page of movements, and the cursor of the next one; undefined at the end. */
export type MovementPage = {
  readonly kind: "done";
  readonly movements: readonly Movement[];
  readonly next: number | undefined;
};

/**
 * Reads at most `limit` movements before a place, or from the newest on. A page may be shorter, since the audit has other entries too.
 */
export async function listMovements(
  { store }: Pick<Services, "store">,
  key: AccountKey,
  { limit, cursor }: { readonly limit: number; readonly cursor?: number | undefined },
): Promise<MovementPage | Refusal> {
  const state = await store.readAccount(key);
  if (state === undefined) return refuse("no-such-account", "There is no such account.");
  const last = Math.min(state.account.auditCount, (cursor ?? Number.POSITIVE_INFINITY) - 1);
  const first = Math.max(1, last - limit + 1);
  const records = last < 1 ? [] : await store.listAudits(key, { after: first - 1, limit: last - first + 1 });
  const movements = records
    .map(({ entry }) => readAuditEntry(entry))
    .flatMap((entry) => (entry === undefined || !isMovement(entry) ? [] : [movementOf(entry)]))
    // A position that was not covered releases nothing when it is closed.
    .filter(({ beforeVnd, afterVnd }) => beforeVnd !== afterVnd)
    .reverse();
  return { kind: "done", movements, next: first > 1 ? first : undefined };
}

type MovementEntry = Extract<AuditEntry, { readonly kind: "cash" | "cover" | "release" }>;

/** Marking a position as closing moves nothing, and what was noted of contacts is not for the owner. */
function isMovement(entry: AuditEntry): entry is MovementEntry {
  return entry.kind === "cash" || entry.kind === "cover" || entry.kind === "release";
}

function movementOf(entry: MovementEntry): Movement {
  const { place, atMs } = entry;
  if (entry.kind === "cash") {
    const [beforeVnd, afterVnd] = [entry.before.equityVnd, entry.after.equityVnd];
    const kind = afterVnd > beforeVnd ? "deposit" : "withdrawal";
    return { place, atMs, kind, symbol: undefined, beforeVnd, afterVnd };
  }
  const { symbol } = entry.after;
  return {
    place,
    atMs,
    kind: entry.kind,
    symbol,
    beforeVnd: entry.before.coveredVnd,
    afterVnd: entry.after.coveredVnd,
  };
}
