/** Why a change was not made, determined from the current rows, because the text of an error does not tell. */
import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { numberOf } from "./rows.ts";
import type { Row } from "./table.ts";

/** A query for every engine. A change without a key or a movement has null there, which equals nothing. */
export const obstaclesText = `select
  cast(exists (select 1 from idempotent_answer where user_id = ?3 and idempotency_key = ?4)
    or exists (select 1 from movement where user_id = ?1 and movement_id = ?5) as int) as is_key_used,
  cast(exists (select 1 from account_owner where account_id = ?2) as int) as has_owner,
  cast(exists (select 1 from account where user_id = ?1 and account_id = ?2 and version = ?6) as int) as has_version`;

export function obstacleValues({
  key,
  expectedVersion,
  outcome,
  movement,
}: Change): (string | number | null)[] {
  const { userId, accountId } = key;
  const idempotencyKey = outcome?.idempotencyKey ?? null;
  return [
    userId,
    accountId,
    outcome?.userId ?? userId,
    idempotencyKey,
    movement?.movementId ?? null,
    expectedVersion,
  ];
}

/** The outcome that the row tells; undefined if nothing is in the way of the change. */
export function readObstacles(row: Row, expectedVersion: number): CommitOutcome | undefined {
  if (numberOf(row, "is_key_used") === 1) return "key-used";
  const isAsDecided =
    expectedVersion === 0 ? numberOf(row, "has_owner") === 0 : numberOf(row, "has_version") === 1;
  return isAsDecided ? undefined : "version-moved";
}
