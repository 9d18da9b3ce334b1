/** Answers that are kept under idempotency keys, so that a repeat of a change changes nothing. */
import { exactJson } from "../exact-json.ts";
import type { AccountKey, OutcomeRecord } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import type { Settled } from "./settle-change.ts";

/** Makes a repeated change idempotent. The fingerprint detects a different one under the same key. */
export type Idempotency = { readonly key: string; readonly fingerprint: string };

/** The outcome to store with a change; undefined without a key. */
export function outcomeOf(idempotency: Idempotency | undefined, answer: object): OutcomeRecord | undefined {
  if (idempotency === undefined) return undefined;
  const { key, fingerprint } = idempotency;
  return { idempotencyKey: key, fingerprint, outcome: exactJson.write(answer) };
}

/** A change under a key of a user. */
type KeyedChange = Pick<AccountKey, "userId"> & { readonly idempotency?: Idempotency | undefined };

/**
 * The answer of a change, or the one that is kept under its key. A commit detects a used key by itself. Without a commit the
 * key is looked up: a used key takes precedence over what is missing.
 */
export async function answerOnce<Answer extends { readonly kind: "done" }>(
  services: Services,
  change: KeyedChange,
  settled: Settled<Answer>,
): Promise<Answer | (Answer & { readonly firstDoneAtMs: number }) | Refusal> {
  if (settled.kind === "done") return settled.result;
  const isBusy = settled.kind === "refused" && settled.code === "too-busy";
  const kept = isBusy ? undefined : await replay<Answer>(services, change);
  if (kept !== undefined) return kept;
  if (settled.kind === "key-used") throw new Error("An outcome that is there can't be found.");
  return settled;
}

/** The stored answer under a key, or a refusal if another change used the key. Undefined for a new key. */
async function replay<Answer extends { readonly kind: "done" }>(
  { store }: Services,
  { userId, idempotency }: KeyedChange,
): Promise<(Answer & { readonly firstDoneAtMs: number }) | Refusal | undefined> {
  const kept = idempotency && (await store.readOutcome(userId, idempotency.key));
  if (kept === undefined) return undefined;
  if (kept.fingerprint === idempotency?.fingerprint) {
    return { ...(exactJson.read(kept.outcome) as Answer), firstDoneAtMs: kept.atMs };
  }
  return refuse(
    "idempotency-key-reused",
    "This Idempotency-Key belongs to a call with another body. Use a new key for a new change.",
  );
}
