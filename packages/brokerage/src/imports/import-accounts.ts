/** Imports what belongs to accounts: the accounts themselves, movements of cash, and positions. */
import { findAccountKey, openAccount } from "../accounts/accounts.ts";
import { moveCash } from "../accounts/cash.ts";
import { setPosition } from "../accounts/positions.ts";
import type { AccountKey } from "../ports/index.ts";
import type { Refusal, Services } from "../services.ts";
import type { CatalogFault } from "../settings/import-catalog.ts";
import { dryRunOf } from "./dry-run.ts";
import {
  type CashRow,
  type FileOrigin,
  importKeyOf,
  noteOnce,
  type PositionRow,
  type RowsPlan,
} from "./imported-rows.ts";

/** Writes a row once under the id of its place. */
type WriteOnce<Row> = (
  services: Services,
  row: Row,
  origin: FileOrigin & { readonly place: number },
) => Promise<{ readonly kind: "done"; readonly isRepeat: boolean } | Refusal>;

/** Checks each row by writing it in a dry run. Rows of one account are written one after the other, and those of others beside them. */
export function planAccountRows<Row extends { readonly accountId: string }>(
  services: Services,
  origin: FileOrigin,
  writeOnce: WriteOnce<Row>,
  /** What may stand in the file once. */
  nameOf?: (row: Row) => string,
): RowsPlan<Row> {
  const dry = dryRunOf(services);
  const lineOf = new Map<string, number>();
  return {
    // Few enough that none waits so long for the store that it is refused.
    rowsInChunk: 250,
    check: async ({ line, place, row }) => {
      const twice = nameOf && noteOnce(lineOf, nameOf(row), line);
      if (twice !== undefined) return twice;
      const checked = await writeOnce(dry, row, { ...origin, place });
      return checked.kind === "refused" ? checked.message : undefined;
    },
    write: async (rows) => {
      const faults: CatalogFault[] = [];
      let [count, doneBeforeCount] = [0, 0];
      const turns = new Map<string, Promise<void>>();
      // Later rows of an account rest on the earlier ones, so that a repeat writes them after the refused one.
      const refusedAccounts = new Set<string>();
      for (const { line, place, row } of rows) {
        const write = async (): Promise<void> => {
          if (refusedAccounts.has(row.accountId)) return;
          const written = await writeOnce(services, row, { ...origin, place });
          if (written.kind === "refused") {
            refusedAccounts.add(row.accountId);
            faults.push({ line, fault: written.message });
          } else if (written.isRepeat) doneBeforeCount += 1;
          else count += 1;
        };
        turns.set(row.accountId, (turns.get(row.accountId) ?? Promise.resolve()).then(write));
      }
      await Promise.all(turns.values());
      return { count, doneBeforeCount, faults: faults.toSorted((one, other) => one.line - other.line) };
    },
  };
}

/** Opens an account. One that its user has already counts as imported before. */
export const openOnce: WriteOnce<AccountKey> = async (services, key) => {
  const opened = await openAccount(services, key);
  if (opened.kind === "done") return { kind: "done", isRepeat: false };
  return opened.code === "account_already_open" ? { kind: "done", isRepeat: true } : opened;
};

/** Moves cash under an id made of the file's digest and the row's place. */
export const moveOnce: WriteOnce<CashRow> = async (services, { accountId, kind, amountVnd }, origin) => {
  const key = await findAccountKey(services, accountId);
  if ("kind" in key) return key;
  const { digest, place, actor, reason } = origin;
  // An id has at most 64 characters, and half of the digest tells files apart.
  const movementId = `import-${digest.slice(0, 32)}-${place}`;
  const moved = await moveCash(services, { key, kind, amountVnd, movementId, actor, reason });
  return moved.kind === "refused" ? moved : { kind: "done", isRepeat: moved.firstDoneAtMs !== undefined };
};

/** Sets a position under a key made of the file's digest and the row's place. */
export const setOnce: WriteOnce<PositionRow> = async (services, row, { digest, place, ...origin }) => {
  const key = await findAccountKey(services, row.accountId);
  if ("kind" in key) return key;
  const { actor, reason, isConfirmed } = origin;
  const idempotencyKey = importKeyOf(digest, place);
  const options = { actor, reason, isConfirmed, idempotencyKey };
  const set = await setPosition(services, { ...key, symbol: row.symbol }, row, options);
  return set.kind === "refused" ? set : { kind: "done", isRepeat: set.isRepeat === true };
};
