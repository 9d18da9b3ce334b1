import type { Store } from "@trading-oms/brokerage/ports";
import type { KeptAccount, KeptMovement } from "./judge-movements.ts";

/** All movements and accounts of a store, read by way of a backup and so of one moment. */
export async function readKept(
  store: Store,
): Promise<{ readonly movements: readonly KeptMovement[]; readonly accounts: readonly KeptAccount[] }> {
  const movements: KeptMovement[] = [];
  for await (const { table, row } of store.backUp()) {
    if (table !== "movement") continue;
    movements.push({
      accountId: String(row["account_id"]),
      movementId: String(row["movement_id"]),
      kind: String(row["kind"]),
      amountVnd: BigInt(String(row["amount_vnd"])),
    });
  }
  const accounts: KeptAccount[] = [];
  for (const { userId, accountId } of await store.listAccounts({ limit: 1_000 })) {
    const state = await store.readAccount({ userId, accountId });
    if (state === undefined) continue;
    accounts.push({
      accountId,
      equityVnd: state.account.equityVnd,
      notificationCount: state.notificationCount,
    });
  }
  return { movements, accounts };
}
