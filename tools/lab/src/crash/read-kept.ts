import { readAuditEntry, type Services, verifyAudit } from "@trading-oms/brokerage";
import type { AccountKey, AccountState, NotificationRecord, Store } from "@trading-oms/brokerage/ports";
import { type KeptCover, stateOfCover } from "./judge-covers.ts";
import type { Holding, KeptAccount, KeptMovement, KeptUser } from "./judge-rest.ts";
import { heldSymbol } from "./stock.ts";

/** All that a store holds of what was done. */
export type Kept = {
  readonly movements: readonly KeptMovement[];
  readonly accounts: readonly KeptAccount[];
  readonly holdings: ReadonlyMap<string, Holding>;
  readonly users: readonly KeptUser[];
};

/** Reads what a store holds: movements by way of a backup, and all else as the service reads it. */
export async function readKept(store: Store): Promise<Kept> {
  const accounts: KeptAccount[] = [];
  const holdings = new Map<string, Holding>();
  const counts = new Map<string, number>();
  const calls = new Map<string, Map<string, number>>();
  for (const { userId, accountId } of await store.listAccounts({ limit: 1_000 })) {
    const state = await store.readAccount({ userId, accountId });
    if (state === undefined) continue;
    accounts.push({ accountId, equityVnd: state.account.equityVnd });
    holdings.set(accountId, holdingOf(state));
    counts.set(userId, state.notificationCount);
    const ofUser = calls.get(userId) ?? new Map<string, number>();
    calls.set(userId, ofUser.set(accountId, stateOfCover(state).episodeNumber));
  }
  const users: KeptUser[] = [];
  for (const [userId, count] of counts) {
    const told = await readNotifications(store, userId);
    users.push({
      userId,
      count,
      numbers: told.map(({ id }) => id),
      messageIds: told.map(({ messageId }) => messageId),
      calls: calls.get(userId) ?? new Map(),
    });
  }
  return { movements: await readMovements(store), accounts, holdings, users };
}

async function readMovements(store: Store): Promise<KeptMovement[]> {
  const owners = new Map<string, string>();
  const movements: KeptMovement[] = [];
  for await (const { table, row } of store.backUp()) {
    if (table !== "movement") continue;
    const accountId = String(row["account_id"]);
    const userId = owners.get(accountId) ?? (await store.findOwner(accountId)) ?? "";
    owners.set(accountId, userId);
    movements.push({
      userId,
      accountId,
      movementId: String(row["movement_id"]),
      kind: String(row["kind"]),
      amountVnd: BigInt(String(row["amount_vnd"])),
    });
  }
  return movements;
}

async function readNotifications(store: Store, userId: string): Promise<NotificationRecord[]> {
  const limit = 1_000;
  const all: NotificationRecord[] = [];
  for (;;) {
    const page = await store.listNotifications(userId, { limit, offset: all.length });
    all.push(...page);
    if (page.length < limit) return all;
  }
}

function holdingOf({ positions }: AccountState): Holding {
  const position = positions.find(({ symbol }) => symbol === heldSymbol);
  return { quantity: position?.quantity ?? 0n, entryVnd: position?.entryVnd ?? 0n };
}

const entriesInPart = 1_000;

/** Reads what a store holds of covers, by account, and looks through each audit link by link. */
export async function readKeptCovers(services: Services): Promise<Map<string, KeptCover>> {
  const kept = new Map<string, KeptCover>();
  for (const { userId, accountId } of await services.store.listAccounts({ limit: 1_000 })) {
    const key = { userId, accountId };
    const state = stateOfCover(await services.store.readAccount(key));
    const verdict = await verifyAudit(services, key);
    if (verdict.kind === "refused") throw new Error(verdict.message);
    const entries = await readEntries(services, key);
    kept.set(accountId, { state, verdict, entries });
  }
  return kept;
}

async function readEntries({ store }: Services, key: AccountKey): Promise<KeptCover["entries"]> {
  const entries: KeptCover["entries"][number][] = [];
  for (let place = 0; ; ) {
    const part = await store.listAudits(key, { after: place, limit: entriesInPart });
    for (const record of part) {
      place = record.place;
      // What can't be read is told by the verdict.
      const entry = readAuditEntry(record.entry);
      if (entry !== undefined) entries.push(entry);
    }
    if (part.length < entriesInPart) return entries;
  }
}
