/** What moved in an account, newest first: its audit read backwards, without who ordered it and why. */
import type { AccountKey, AuditRecord } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { type AuditEntry, readAuditEntry } from "./audit.ts";

/** A movement of cash, or a change of a position or its covered amount. */
type Movement = {
  /** Its place in the audit of the account. */
  readonly place: number;
  readonly atMs: number;
  readonly kind: "deposit" | "withdrawal" | Exclude<MovementEntry["kind"], "cash">;
  /** Undefined for cash. */
  readonly symbol: string | undefined;
  /** The quantity of the position after it. Undefined for cash and covers. */
  readonly quantity: bigint | undefined;
  /** The covered amount, for an entry or an adjustment the entry value, else the equity of the account. */
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
 * Reads at most `limit` movements before a place, or from the newest on. A page may be shorter, since the audit has other entries too, and is empty only at the end.
 */
export async function listMovements(
  { store }: Pick<Services, "store">,
  key: AccountKey,
  { limit, cursor }: { readonly limit: number; readonly cursor?: number | undefined },
): Promise<MovementPage | Refusal> {
  const state = await store.readAccount(key);
  if (state === undefined) return refuse("no_such_account", "There is no such account.");
  let next = Math.min(state.account.auditCount + 1, cursor ?? Number.POSITIVE_INFINITY);
  let movements: readonly Movement[] = [];
  // Entries that are no movements may fill a page.
  while (movements.length === 0 && next > 1) {
    const first = Math.max(1, next - limit);
    const records = await store.listAudits(key, { after: first - 1, limit: next - first });
    movements = movementsOf(records);
    next = first;
  }
  return { kind: "done", movements, next: next > 1 ? next : undefined };
}

function movementsOf(records: readonly AuditRecord[]): readonly Movement[] {
  return (
    records
      .map(({ entry }) => readAuditEntry(entry))
      .flatMap((entry) => (entry === undefined || !isMovement(entry) ? [] : [movementOf(entry)]))
      // A position that was not covered releases nothing when it is closed.
      .filter(({ kind, beforeVnd, afterVnd }) => kind !== "release" || beforeVnd !== afterVnd)
      .reverse()
  );
}

type MovementEntry = Exclude<AuditEntry, { readonly kind: (typeof notMovements)[number] }>;

/** Marking a position as closing moves nothing, a call has its notifications, and what was noted of contacts is not for the owner. */
const notMovements = [
  "closing",
  "contact",
  "call",
  "rates",
  "price",
  "catalog",
  "holidays",
  "exDate",
] as const;

function isMovement(entry: AuditEntry): entry is MovementEntry {
  return !notMovements.some((kind) => kind === entry.kind);
}

function movementOf(entry: MovementEntry): Movement {
  const { place, atMs } = entry;
  switch (entry.kind) {
    case "cash": {
      const [beforeVnd, afterVnd] = [entry.before.equityVnd, entry.after.equityVnd];
      const kind = afterVnd > beforeVnd ? "deposit" : "withdrawal";
      return { place, atMs, kind, symbol: undefined, quantity: undefined, beforeVnd, afterVnd };
    }
    case "cover":
    case "release": {
      const [beforeVnd, afterVnd] = [entry.before.coveredVnd, entry.after.coveredVnd];
      const { kind } = entry;
      return { place, atMs, kind, symbol: entry.after.symbol, quantity: undefined, beforeVnd, afterVnd };
    }
    default: {
      const { kind, before, after } = entry;
      const isOfEntry = kind === "entry" || kind === "adjustment";
      const [beforeVnd, afterVnd] = isOfEntry
        ? [before.entryVnd, after.entryVnd]
        : [before.equityVnd, after.equityVnd];
      return { place, atMs, kind, symbol: after.symbol, quantity: after.quantity, beforeVnd, afterVnd };
    }
  }
}
