/** Reads what a store holds after the kills: movements from a backup, all else as the service reads it. */
import type { Services } from "@trading-oms/brokerage";
import type { DurableStore, NotificationRecord } from "@trading-oms/brokerage/ports";
import { readAudit, readParts } from "../harness/accounts.ts";
import type { KeptMovement } from "../model/cash.ts";
import type { ListedNotification } from "../model/notifications.ts";
import { type KeptPosition, renderState } from "./check-positions.ts";
import { coveredStock, stocks } from "./fixtures.ts";
import { stateOf } from "./writers.ts";

/** The notifications of a user, newest first, how many were counted, and how often each account was called. */
export type KeptUser = {
  readonly userId: string;
  readonly listed: readonly ListedNotification[];
  readonly count: number;
  readonly calls: ReadonlyMap<string, number>;
};

/** The stored result of all writes, and the faults of the audits. */
export type Kept = {
  readonly movements: readonly KeptMovement[];
  readonly accounts: readonly { readonly accountId: string; readonly equityVnd: bigint }[];
  readonly positions: readonly KeptPosition[];
  readonly users: readonly KeptUser[];
  readonly faults: readonly string[];
};

/** The services of use cases on a store whose rows are read as well. */
export type CrashServices = Services & { readonly store: DurableStore };

export async function readKept(services: CrashServices): Promise<Kept> {
  const { store } = services;
  const accounts: Kept["accounts"][number][] = [];
  const positions: KeptPosition[] = [];
  const faults: string[] = [];
  const counts = new Map<string, number>();
  const calls = new Map<string, Map<string, number>>();
  for (const key of await store.listAccounts({ limit: 1_000 })) {
    const { userId, accountId } = key;
    const state = await store.readAccount(key);
    if (state === undefined) continue;
    const audit = await readAudit(services, key);
    faults.push(...audit.faults);
    accounts.push({ accountId, equityVnd: state.account.equityVnd });
    for (const { symbol } of stocks) {
      const entries = audit.entries.filter((each) => each.symbol === symbol);
      positions.push({ accountId, symbol, state: renderState(stateOf(state, symbol)), entries });
    }
    counts.set(userId, state.notificationCount);
    const ofUser = calls.get(userId) ?? new Map<string, number>();
    calls.set(userId, ofUser.set(accountId, stateOf(state, coveredStock.symbol).episodeCount));
  }
  const users: KeptUser[] = [];
  for (const [userId, count] of counts) {
    const listed = await readParts<NotificationRecord>((read, limit) =>
      store.listNotifications(userId, { limit, offset: read.length }),
    );
    users.push({ userId, listed, count, calls: calls.get(userId) ?? new Map() });
  }
  return { movements: await readMovements(store), accounts, positions, users, faults };
}

async function readMovements(store: DurableStore): Promise<KeptMovement[]> {
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
