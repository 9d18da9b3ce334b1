import type { AccountState, Change, Store } from "@trading-oms/brokerage/ports";
import { keyOf } from "./cover-order-of.ts";

/** A store with the accounts of writers in memory and nothing durable, to show what decisions take by themselves. */
export async function keepNothing(store: Store, writers: number): Promise<Store> {
  const states = new Map<string, AccountState>();
  for (let writer = 0; writer < writers; writer += 1) {
    const state = await store.readAccount(keyOf(writer));
    if (state !== undefined) states.set(state.account.userId, state);
  }
  const marks = await store.readMarks(["FPT"]);
  const kept: Pick<Store, "readAccount" | "readOutcome" | "readMarks" | "commit"> = {
    readAccount: async ({ userId }) => states.get(userId),
    readOutcome: async () => undefined,
    readMarks: async () => marks,
    commit: async (change) => {
      const state = states.get(change.key.userId);
      if (state !== undefined) states.set(change.key.userId, after(state, change));
      return "committed";
    },
  };
  return kept as Store;
}

function after(state: AccountState, { positions, audits, atMs }: Change): AccountState {
  const { account } = state;
  return {
    ...state,
    positions,
    account: {
      ...account,
      version: account.version + 1,
      changedAtMs: atMs,
      auditCount: account.auditCount + audits.length,
      auditHash: audits.at(-1)?.hash ?? account.auditHash,
    },
  };
}
