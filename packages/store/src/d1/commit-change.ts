import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { changeStatements } from "../sqlite/change-statements.ts";
import { judgeMark } from "../sqlite/judge-restore.ts";
import { restoreStatements } from "../sqlite/restore-statements.ts";
import type { D1Binding } from "./d1-binding.ts";
import { d1Place } from "./d1-place.ts";
import { runStatement, runStatements, spreadStatements } from "./run-statements.ts";

/** Makes a change in one batch, all of it or nothing; `userNumber` is for a user who is new. */
export async function commitChange(
  binding: D1Binding,
  change: Change,
  userNumber: number,
): Promise<CommitOutcome> {
  try {
    await runStatements(binding, [
      ...spreadStatements([restoreStatements.guard]),
      ...changeStatements(change, userNumber),
    ]);
    return "committed";
  } catch (failure) {
    const outcome = await explain(binding, change);
    // Where nothing was refused, the change may have been made and only its answer lost: to be decided again would make
    // it twice. What carries a key or a movement is known by that.
    if (outcome === "key-used" || (outcome !== undefined && isRefusal(failure))) return outcome;
    throw failure;
  }
}

/** After a failure, what is there now says why; the text of an error does not. */
async function explain(
  binding: D1Binding,
  { key, expectedVersion, outcome, movement }: Change,
): Promise<CommitOutcome | undefined> {
  const { userId, accountId } = key;
  const [row = {}] = await runStatement(
    binding,
    `select
      exists (select 1 from outcome where user_id = ? and idempotency_key = ?)
        or exists (select 1 from movement where user_id = ? and movement_id = ?) as is_key_used,
      exists (select 1 from account_owner where account_id = ?) as has_owner,
      exists (select 1 from account where user_id = ? and account_id = ? and version = ?) as has_version,
      marked.*
      from (${restoreStatements.look}) as marked`,
    ...[userId, outcome?.idempotencyKey ?? null],
    ...[userId, movement?.movementId ?? null],
    accountId,
    ...[userId, accountId, expectedVersion],
  );
  judgeMark(row, d1Place);
  if (row["is_key_used"] === 1) return "key-used";
  const isAsDecided = expectedVersion === 0 ? row["has_owner"] === 0 : row["has_version"] === 1;
  return isAsDecided ? undefined : "version-moved";
}

/** Which kind of failure it is can only be told by D1's words for it; what follows from it is read from the tables. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof Error && /constraint/i.test(failure.message);
}
