import type { Change, NotificationDraft, PositionRecord } from "@trading-oms/brokerage/ports";
import type { Statement } from "./statement.ts";

/** How many notifications a user may be told: the bits of an id that count them. */
const notificationsOfUser = 4_194_304;

/**
 * Fails where the update before it hit no row, so that nothing is written for an account that is not as it was; where
 * it did, this writes nothing.
 */
const guard: Statement = {
  sql: "insert into commit_guard (account_version_held) select null where changes() = 0",
  values: [],
};

/** The statements of a change, to be run in order in one transaction; `userNumber` is for a user who is new. */
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
    ...change.notifications.flatMap((draft) => notificationStatements(change, draft)),
  ];
}

function openingStatements({ key, shard, equityVnd, atMs }: Change, userNumber: number): Statement[] {
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
      sql: "insert into account (user_id, account_id, version, shard, equity_vnd, opened_at, changed_at) values (?, ?, 1, ?, ?, ?, ?)",
      values: [userId, accountId, shard, equityVnd, atMs, atMs],
    },
  ];
}

function versionStatements({ key, expectedVersion, equityVnd, atMs }: Change): Statement[] {
  return [
    {
      sql: "update account set version = version + 1, equity_vnd = ?, changed_at = max(changed_at, ?) where user_id = ? and account_id = ? and version = ?",
      values: [equityVnd, atMs, key.userId, key.accountId, expectedVersion],
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
      (user_id, account_id, symbol, quantity, entry_vnd, posted_vnd, covered_vnd, is_closing, opened_at, changed_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (user_id, account_id, symbol) do update set quantity = excluded.quantity,
        entry_vnd = excluded.entry_vnd, posted_vnd = excluded.posted_vnd, covered_vnd = excluded.covered_vnd,
        is_closing = excluded.is_closing, opened_at = excluded.opened_at, changed_at = excluded.changed_at`,
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
    ],
  };
}

/** A message that was told already is left out and uses up no number. */
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
      sql: "update trader set notification_count = notification_count + changes(), notified_at = max(notified_at, ?) where user_id = ?",
      values: [atMs, userId],
    },
  ];
}
