import { judgeNames } from "./judge-names.ts";
import type { AccountKey } from "./ports/index.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";
import { shardOf } from "./shard-of.ts";

/** Opens an account with nothing in it. An account has one owner, and is opened once. */
export async function openAccount(
  { store, now }: Services,
  key: AccountKey,
): Promise<{ readonly kind: "done" } | Refusal> {
  const refusal = judgeNames(key);
  if (refusal !== undefined) return refusal;
  const outcome = await store.commit({
    key,
    expectedVersion: 0,
    shard: shardOf(key.userId),
    atMs: now(),
    equityVnd: 0n,
    positions: [],
    closedSymbols: [],
    episodes: [],
    audits: [],
    notifications: [],
  });
  if (outcome === "committed") return { kind: "done" };
  const owner = await store.findOwner(key.accountId);
  return owner === key.userId
    ? refuse("account-open-already", `The account ${key.accountId} is open already.`)
    : refuse("account-of-somebody-else", `The account ${key.accountId} belongs to another user.`);
}
