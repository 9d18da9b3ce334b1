import type { Change } from "@trading-oms/brokerage/ports";
import { notificationsOfUser } from "../sql/rows.ts";
import { replacementOf } from "../sql/table.ts";
import { episode, episodeColumns, position, positionColumns } from "../sql/tables.ts";
import { restoreGate } from "./backup.ts";
import { listsOf, unnestOf } from "./lists.ts";
import type { NamedStatement } from "./pipelined-query.ts";
import { isOfReference, referenceResult, referenceText, referenceValues } from "./reference-parts.ts";

// Parameters 1 to 21 are of the account, its audits and what a change has at most once. The lists of records follow.
const episodesAt = 22;
const positionsAt = episodesAt + episodeColumns.columns.length;
const referenceAt = positionsAt + positionColumns.columns.length;

/** The statement for a change of an existing account without rates, last prices, holidays, ex-dates and a catalog. */
export const changeStatement: Pick<NamedStatement, "name" | "text"> = {
  name: "commit-change",
  text: textOf("", "1"),
};

/** The statement with rates, last prices, holidays, ex-dates and a catalog as well. It fails if the draft of the catalog is no longer a draft. */
const referenceChangeText = textOf(referenceText(referenceAt), referenceResult(referenceAt));

const openingText = `
with gate as (
  select ${restoreGate.pass} as is_open
), owner as (
  insert into account_owner (account_id, user_id) select $2, $1 from gate where is_open returning account_id
), known as (
  insert into app_user (user_id, number, shard) select $1, $3, $4 from owner on conflict (user_id) do nothing
)
insert into account (user_id, account_id, version, shard, equity_vnd, opened_at, changed_at)
select $1, $2, 1, $4, $5, $6, $6 from owner returning 1`;

/** The statement of a change. `userNumber` is used only if it opens the first account of a user. */
export function commitStatement(change: Change, userNumber: number): NamedStatement {
  const { key, expectedVersion, equityVnd, atMs, shard } = change;
  if (expectedVersion === 0) {
    requireEmpty(change);
    const values = [key.userId, key.accountId, userNumber, shard, equityVnd, atMs];
    return { name: "open-account", text: openingText, values };
  }
  const values = changeValues(change);
  if (!isOfReference(change)) return { ...changeStatement, values };
  values.push(...referenceValues(change));
  return { name: "commit-reference-change", text: referenceChangeText, values };
}

export function changeValues(change: Change): unknown[] {
  const { key, expectedVersion, equityVnd, atMs, audits } = change;
  const { outcome, movement, closedSymbols, notifications } = change;
  return [
    key.userId,
    key.accountId,
    expectedVersion,
    equityVnd,
    atMs,
    outcome?.idempotencyKey,
    outcome?.fingerprint,
    outcome?.answer,
    movement?.movementId,
    movement?.kind,
    movement?.amountVnd,
    closedSymbols,
    notifications.map(({ type }) => type),
    notifications.map(({ topic }) => topic),
    notifications.map(({ messageId }) => messageId),
    notifications.map(({ data }) => data),
    outcome?.userId,
    audits.length,
    audits.at(-1)?.hash,
    audits.map(({ entry }) => entry),
    audits.map(({ hash }) => hash),
    ...listsOf(episodeColumns, change.episodes),
    ...listsOf(positionColumns, change.positions),
  ];
}

/**
 * A change as one statement, with one round trip and one flush. Every part selects from `held`, the account at the expected
 * version. If the version has moved, nothing is written and no row is returned.
 *
 * Notification numbers come from the user's row. Its update locks it, so that changes of two accounts of one user take
 * their numbers one after the other.
 */
function textOf(moreParts: string, result: string): string {
  return `
with held as (
  update account set version = version + 1, equity_vnd = $4, changed_at = greatest(changed_at, $5),
    audit_count = audit_count + $18, audit_hash = coalesce($19, audit_hash)
  where user_id = $1 and account_id = $2 and version = $3
  returning user_id, account_id, audit_count
), kept_outcome as (
  insert into idempotent_answer (user_id, idempotency_key, fingerprint, answer, at)
  select coalesce($17::text, user_id), $6, $7, $8, $5 from held where $6::text is not null
), kept_movement as (
  insert into movement (user_id, movement_id, account_id, kind, amount_vnd, at)
  select user_id, $9, account_id, $10, $11, $5 from held where $9::text is not null
), kept_position as (
  insert into position (${position.names})
  select held.user_id, held.account_id, each.* from held, ${unnestOf(positionColumns, positionsAt)} as each
  ${replacementOf(position)}
), closed_position as (
  delete from position using held where position.user_id = held.user_id
    and position.account_id = held.account_id and position.symbol = any($12::text[])
), kept_episode as (
  insert into episode (${episode.names})
  select held.user_id, held.account_id, each.* from held, ${unnestOf(episodeColumns, episodesAt)} as each
  ${replacementOf(episode)}
), kept_audit as (
  insert into audit (user_id, account_id, place, entry, hash)
  select held.user_id, held.account_id, held.audit_count - $18 + each.place, each.entry, each.hash
  from held, unnest($20::text[], $21::text[]) with ordinality as each (entry, hash, place)
), fresh as (
  select each.*, row_number() over (order by each.place) as step
  from held, unnest($13::text[], $14::text[], $15::text[], $16::text[]) with ordinality
    as each (type, topic, message_id, data, place)
  where not exists (select 1 from notification where notification.user_id = held.user_id
    and notification.message_id = each.message_id)
), told as (
  update app_user set notification_count = notification_count + (select count(*) from fresh),
    unread_count = unread_count + (select count(*) from fresh), notified_at = greatest(notified_at, $5)
  from held where app_user.user_id = held.user_id and exists (select 1 from fresh)
  returning app_user.user_id, number, notified_at, notification_count - (select count(*) from fresh) as before
), kept_notification as (
  insert into notification (user_id, n, id, account_id, type, topic, message_id, data, created_at, updated_at)
  select told.user_id, before + step, number * ${notificationsOfUser} + before + step, held.account_id, type, topic, message_id, data,
    notified_at, notified_at
  from told, held, fresh
)${moreParts}
select ${result} from held`;
}

/** The opening statement cannot update the user's row that it inserts, so it cannot number notifications. */
function requireEmpty({ outcome, movement, positions, episodes, audits, notifications }: Change): void {
  if (outcome ?? movement ?? positions[0] ?? episodes[0] ?? audits[0] ?? notifications[0]) {
    throw new Error("An account is opened empty; commit its contents as a second change.");
  }
}
