import { type Services, verifyAudit } from "@trading-oms/brokerage";
import type { AccountState, NotificationRecord, Store } from "@trading-oms/brokerage/ports";
import { readAudit, readParts } from "../harness/accounts.ts";
import { type KeptCover, stateOfCover } from "./check-covers.ts";
import { heldSymbol } from "./fixtures.ts";
import type { Holding, KeptAccount, KeptMovement, KeptUser } from "./judge-cash.ts";

/** The stored result of all writes. */
export type Kept = {
  readonly movements: readonly KeptMovement[];
  readonly accounts: readonly KeptAccount[];
  readonly holdings: ReadonlyMap<string, Holding>;
  readonly users: readonly KeptUser[];
};

/** Reads the stored data: movements from a backup, all else as the service reads it. */
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
    const notifications = await readParts<NotificationRecord>((read, limit) =>
      store.listNotifications(userId, { limit, offset: read.length }),
    );
    users.push({
      userId,
      count,
      numbers: notifications.map(({ id }) => id),
      messageIds: notifications.map(({ messageId }) => messageId),
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

function holdingOf({ positions }: AccountState): Holding {
  const position = positions.find(({ symbol }) => symbol === heldSymbol);
  return { quantity: position?.quantity ?? 0n, entryVnd: position?.entryVnd ?? 0n };
}

/** Reads the stored covers by account, and verifies each audit entry by entry. */
export async function readKeptCovers(services: Services): Promise<Map<string, KeptCover>> {
  const kept = new Map<string, KeptCover>();
  for (const key of await services.store.listAccounts({ limit: 1_000 })) {
    const state = stateOfCover(await services.store.readAccount(key));
    const verdict = await verifyAudit(services, key);
    if (verdict.kind === "refused") throw new Error(verdict.message);
    kept.set(key.accountId, { state, verdict, entries: (await readAudit(services, key)).entries });
  }
  return kept;
}
