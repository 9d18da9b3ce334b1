import type { Change, EpisodeRecord, NotificationDraft, PositionRecord } from "@trading-oms/brokerage/ports";
import { contactTextOf, judgedTextOf, notificationsOfUser } from "../sql/rows.ts";
import { catalogStatements, marksStatements, ratesStatements } from "./reference-statements.ts";
import { guard, type Statement } from "./statements.ts";

/** The statements of a change, in order, for one transaction. `userNumber` is used only if the user is new. */
export function changeStatements(change: Change, userNumber: number): Statement[] {
  const { userId, accountId } = change.key;
  return [
    ...(change.expectedVersion === 0 ? openingStatements(change, userNumber) : versionStatements(change)),
    ...outcomeStatements(change),
    ...movementStatements(change),
    ...change.positions.map((position) => positionStatement(change, position)),
    ...change.closedSymbols.map((symbol) => ({
      sql: "delete from position where user_id = ? and account_id = ? and symbol = ?",
      values: [userId, accountId, symbol],
    })),
    ...change.episodes.map((episode) => episodeStatement(change, episode)),
    ...auditStatements(change),
    ...change.notifications.flatMap((draft) => notificationStatements(change, draft)),
    ...(change.rates === undefined ? [] : ratesStatements(change.rates)),
    ...(change.marks === undefined ? [] : marksStatements(change.marks, change.atMs)),
    ...(change.catalogGeneration === undefined
      ? []
      : catalogStatements(change.catalogGeneration, change.atMs)),
  ];
}

function openingStatements({ key, shard, equityVnd, atMs, audits }: Change, userNumber: number): Statement[] {
  const { userId, accountId } = key;
  return [
    {
      sql: "insert into account_owner (account_id, user_id) values (?, ?)",
      values: [accountId, userId],
    },
    {
      sql: "insert into trader (user_id, number, shard) values (?, ?, ?) on conflict (user_id) do nothing",
      values: [userId, userNumber, shard],
    },
    {
      sql: `insert into account
        (user_id, account_id, version, shard, equity_vnd, opened_at, changed_at, audit_count, audit_hash)
        values (?, ?, 1, ?, ?, ?, ?, ?, ?)`,
      values: [userId, accountId, shard, equityVnd, atMs, atMs, audits.length, audits.at(-1)?.hash ?? ""],
    },
  ];
}

function versionStatements({ key, expectedVersion, equityVnd, atMs, audits }: Change): Statement[] {
  return [
    {
      sql: `update account set version = version + 1, equity_vnd = ?, changed_at = max(changed_at, ?),
          audit_count = audit_count + ?, audit_hash = coalesce(?, audit_hash)
        where user_id = ? and account_id = ? and version = ?`,
      values: [
        equityVnd,
        atMs,
        audits.length,
        audits.at(-1)?.hash ?? null,
        key.userId,
        key.accountId,
        expectedVersion,
      ],
    },
    guard,
  ];
}

function outcomeStatements({ key, outcome, atMs }: Change): Statement[] {
  if (outcome === undefined) return [];
  return [
    {
      sql: "insert into outcome (user_id, idempotency_key, fingerprint, outcome, at) values (?, ?, ?, ?, ?)",
      values: [key.userId, outcome.idempotencyKey, outcome.fingerprint, outcome.outcome, atMs],
    },
  ];
}

function movementStatements({ key, movement, atMs }: Change): Statement[] {
  if (movement === undefined) return [];
  return [
    {
      sql: "insert into movement (user_id, movement_id, account_id, kind, amount_vnd, at) values (?, ?, ?, ?, ?, ?)",
      values: [key.userId, movement.movementId, key.accountId, movement.kind, movement.amountVnd, atMs],
    },
  ];
}

function positionStatement({ key }: Change, position: PositionRecord): Statement {
  return {
    sql: `insert into position
      (user_id, account_id, symbol, quantity, entry_vnd, posted_vnd, covered_vnd, is_closing, opened_at, changed_at, judged)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (user_id, account_id, symbol) do update set quantity = excluded.quantity,
        entry_vnd = excluded.entry_vnd, posted_vnd = excluded.posted_vnd, covered_vnd = excluded.covered_vnd,
        is_closing = excluded.is_closing, opened_at = excluded.opened_at, changed_at = excluded.changed_at,
        judged = excluded.judged`,
    values: [
      key.userId,
      key.accountId,
      position.symbol,
      position.quantity,
      position.entryVnd,
      position.postedVnd,
      position.coveredVnd,
      position.isClosing ? 1 : 0,
      position.openedAtMs,
      position.changedAtMs,
      judgedTextOf(position.judged),
    ],
  };
}

function episodeStatement({ key }: Change, episode: EpisodeRecord): Statement {
  return {
    sql: `insert into episode
      (user_id, account_id, symbol, number, is_open, is_force_close_told, reminder, opened_at, last_contact)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (user_id, account_id, symbol) do update set number = excluded.number, is_open = excluded.is_open,
        is_force_close_told = excluded.is_force_close_told, reminder = excluded.reminder,
        opened_at = excluded.opened_at, last_contact = excluded.last_contact`,
    values: [
      key.userId,
      key.accountId,
      episode.symbol,
      episode.number,
      episode.isOpen ? 1 : 0,
      episode.isForceCloseTold ? 1 : 0,
      episode.reminder,
      episode.openedAtMs,
      contactTextOf(episode.lastContact),
    ],
  };
}

/** The account's count already includes all new entries. The place of each is the count minus the entries after it. */
function auditStatements({ key, audits }: Change): Statement[] {
  return audits.map(({ entry, hash }, index) => ({
    sql: `insert into audit (user_id, account_id, place, entry, hash)
      select user_id, account_id, audit_count - ?, ?, ? from account where user_id = ? and account_id = ?`,
    values: [audits.length - 1 - index, entry, hash, key.userId, key.accountId],
  }));
}

/** A message that was sent before is skipped and uses no number. */
function notificationStatements({ key, atMs }: Change, draft: NotificationDraft): Statement[] {
  const { userId, accountId } = key;
  return [
    {
      sql: `insert into notification
        (user_id, n, id, account_id, type, topic, message_id, data, created_at, updated_at)
        select user_id, notification_count + 1, number * ${notificationsOfUser} + notification_count + 1,
          ?, ?, ?, ?, ?, max(notified_at, ?), max(notified_at, ?)
        from trader where user_id = ?
        on conflict (user_id, message_id) do nothing`,
      values: [accountId, draft.type, draft.topic, draft.messageId, draft.data, atMs, atMs, userId],
    },
    {
      sql: `update trader set notification_count = notification_count + changes(),
        unread_count = unread_count + changes(), notified_at = max(notified_at, ?) where user_id = ?`,
      values: [atMs, userId],
    },
  ];
}
