import type { Change } from "@trading-oms/brokerage/ports";
import { contactTextOf, judgedTextOf } from "../sql/rows.ts";
import { restoreGate } from "./backup.ts";
import type { NamedStatement } from "./pipelined-query.ts";
import { isOfReference, referenceResult, referenceText, referenceValues } from "./reference-parts.ts";

/**
 * A change as one statement, with one round trip and one flush. Every part selects from `held`, the account at the expected
 * version. If the version has moved, nothing is written and no row is returned.
 *
 * Notification numbers come from the trader's row. Its update locks it, so that changes of two accounts of one user take
 * their numbers one after the other.
 */
const changeText = textOf("", "");

const auditedAccount = ", audit_count = audit_count + $26, audit_hash = coalesce($27, audit_hash)";
const episodesAndAudits = `, kept_episode as (
  insert into episode (user_id, account_id, symbol, number, is_open, is_force_close_told, reminder, opened_at,
    last_contact)
  select held.user_id, held.account_id, each.* from held, unnest($28::text[], $29::bigint[], $30::int[], $31::int[],
    $32::bigint[], $33::bigint[], $36::text[]) as each
  on conflict (user_id, account_id, symbol) do update set number = excluded.number, is_open = excluded.is_open,
    is_force_close_told = excluded.is_force_close_told, reminder = excluded.reminder, opened_at = excluded.opened_at,
    last_contact = excluded.last_contact
), kept_audit as (
  insert into audit (user_id, account_id, place, entry, hash)
  select held.user_id, held.account_id, held.audit_count - $26 + each.place, each.entry, each.hash
  from held, unnest($34::text[], $35::text[]) with ordinality as each (entry, hash, place)
)`;

/** The statement with episodes and audits. Separate, because each table in a statement costs time even if nothing is written. */
const wholeText = textOf(auditedAccount, episodesAndAudits);

/** The statement with rates, last prices and a catalog as well. It fails if the draft of the catalog is no longer a draft. */
const referenceChangeText = textOf(
  auditedAccount,
  `${episodesAndAudits}${referenceText(37)}`,
  referenceResult(37),
);

const openingText = `
with gate as (
  select ${restoreGate.pass} as is_open
), owner as (
  insert into account_owner (account_id, user_id) select $2, $1 from gate where is_open returning account_id
), known as (
  insert into trader (user_id, number, shard) select $1, $3, $4 from owner on conflict (user_id) do nothing
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
  if (isOfReference(change)) {
    const values = [...partValues(change), ...wholeValues(change), ...referenceValues(change)];
    return { name: "commit-reference-change", text: referenceChangeText, values };
  }
  if (change.episodes.length + change.audits.length > 0) return wholeStatement(change);
  return { name: "commit-change", text: changeText, values: partValues(change) };
}

/** The statement for any change of an existing account, with or without episodes and audits. Batches use it for all changes. */
export function wholeStatement(change: Change): NamedStatement {
  return {
    name: "commit-change-whole",
    text: wholeText,
    values: [...partValues(change), ...wholeValues(change)],
  };
}

/** The parameters of the statement without episodes and audits. */
function partValues(change: Change): unknown[] {
  const { key, expectedVersion, equityVnd, atMs } = change;
  const { outcome, movement, positions, closedSymbols, notifications } = change;
  return [
    key.userId,
    key.accountId,
    expectedVersion,
    equityVnd,
    atMs,
    outcome?.idempotencyKey,
    outcome?.fingerprint,
    outcome?.outcome,
    movement?.movementId,
    movement?.kind,
    movement?.amountVnd,
    positions.map(({ symbol }) => symbol),
    positions.map(({ quantity }) => quantity),
    positions.map(({ entryVnd }) => entryVnd),
    positions.map(({ postedVnd }) => postedVnd),
    positions.map(({ coveredVnd }) => coveredVnd),
    positions.map(({ isClosing }) => (isClosing ? 1 : 0)),
    positions.map(({ openedAtMs }) => openedAtMs),
    positions.map(({ changedAtMs }) => changedAtMs),
    closedSymbols,
    notifications.map(({ type }) => type),
    notifications.map(({ topic }) => topic),
    notifications.map(({ messageId }) => messageId),
    notifications.map(({ data }) => data),
    positions.map(({ judged }) => judgedTextOf(judged)),
  ];
}

function wholeValues({ episodes, audits }: Change): unknown[] {
  return [
    audits.length,
    audits.at(-1)?.hash,
    episodes.map(({ symbol }) => symbol),
    episodes.map(({ number }) => number),
    episodes.map(({ isOpen }) => (isOpen ? 1 : 0)),
    episodes.map(({ isForceCloseTold }) => (isForceCloseTold ? 1 : 0)),
    episodes.map(({ reminder }) => reminder),
    episodes.map(({ openedAtMs }) => openedAtMs),
    audits.map(({ entry }) => entry),
    audits.map(({ hash }) => hash),
    episodes.map(({ lastContact }) => contactTextOf(lastContact)),
  ];
}

function textOf(accountParts: string, tableParts: string, result = "1"): string {
  return `
with held as (
  update account set version = version + 1, equity_vnd = $4, changed_at = greatest(changed_at, $5)${accountParts}
  where user_id = $1 and account_id = $2 and version = $3
  returning user_id, account_id, audit_count
), kept_outcome as (
  insert into outcome (user_id, idempotency_key, fingerprint, outcome, at)
  select user_id, $6, $7, $8, $5 from held where $6::text is not null
), kept_movement as (
  insert into movement (user_id, movement_id, account_id, kind, amount_vnd, at)
  select user_id, $9, account_id, $10, $11, $5 from held where $9::text is not null
), kept_position as (
  insert into position
    (user_id, account_id, symbol, quantity, entry_vnd, posted_vnd, covered_vnd, is_closing, opened_at, changed_at, judged)
  select held.user_id, held.account_id, each.* from held, unnest($12::text[], $13::bigint[], $14::bigint[],
    $15::bigint[], $16::bigint[], $17::int[], $18::bigint[], $19::bigint[], $25::text[]) as each
  on conflict (user_id, account_id, symbol) do update set quantity = excluded.quantity,
    entry_vnd = excluded.entry_vnd, posted_vnd = excluded.posted_vnd, covered_vnd = excluded.covered_vnd,
    is_closing = excluded.is_closing, opened_at = excluded.opened_at, changed_at = excluded.changed_at,
    judged = excluded.judged
), closed_position as (
  delete from position using held where position.user_id = held.user_id
    and position.account_id = held.account_id and position.symbol = any($20::text[])
), fresh as (
  select each.*, row_number() over (order by each.place) as step
  from held, unnest($21::text[], $22::text[], $23::text[], $24::text[]) with ordinality
    as each (type, topic, message_id, data, place)
  where not exists (select 1 from notification where notification.user_id = held.user_id
    and notification.message_id = each.message_id)
), told as (
  update trader set notification_count = notification_count + (select count(*) from fresh),
    unread_count = unread_count + (select count(*) from fresh), notified_at = greatest(notified_at, $5)
  from held where trader.user_id = held.user_id and exists (select 1 from fresh)
  returning trader.user_id, number, notified_at, notification_count - (select count(*) from fresh) as before
), kept_notification as (
  insert into notification (user_id, n, id, account_id, type, topic, message_id, data, created_at, updated_at)
  select told.user_id, before + step, number * 4194304 + before + step, held.account_id, type, topic, message_id, data,
    notified_at, notified_at
  from told, held, fresh
)${tableParts}
select ${result} from held`;
}

/** The opening statement cannot update the trader's row that it inserts, so it cannot number notifications. */
function requireEmpty({ outcome, movement, positions, episodes, audits, notifications }: Change): void {
  if (outcome ?? movement ?? positions[0] ?? episodes[0] ?? audits[0] ?? notifications[0]) {
    throw new Error("An account is opened empty; commit its contents as a second change.");
  }
}
