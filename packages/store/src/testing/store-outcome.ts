import type { AccountKey, Store } from "@trading-oms/brokerage/ports";
import { makeChange } from "./make-change.ts";

/** Commits a change that stores an outcome under an idempotency key. */
export async function storeOutcome(
  store: Store,
  {
    userId,
    accountId,
    version,
    key,
    atMs,
  }: AccountKey & { readonly version: number; readonly key: string; readonly atMs: number },
): Promise<void> {
  const outcome = { idempotencyKey: key, fingerprint: "f-1", answer: "{}" };
  const done = await store.commit(makeChange(userId, accountId, { expectedVersion: version, atMs, outcome }));
  if (done !== "committed") throw new Error(`The outcome was not kept: ${done}.`);
}
