import type { Change, NotificationDraft } from "@trading-oms/brokerage/ports";
import { notificationsOfUser } from "../sql/rows.ts";
import { replacementOf } from "../sql/table.ts";
import {
  account,
  episode,
  episodeColumns,
  movement,
  outcome,
  position,
  positionColumns,
} from "../sql/tables.ts";
import { referenceStatements } from "./reference-statements.ts";
import { guard, insertInto, type Statement, statement } from "./statements.ts";

const insertAccount = insertInto(account);
const insertOutcome = insertInto(outcome);
const insertMovement = insertInto(movement);
const deletePosition = "delete from position where user_id = ? and account_id = ? and symbol = ?";
const setPosition = insertInto(position, replacementOf(position));
const setEpisode = insertInto(episode, replacementOf(episode));

/** The statements of a change, in order, for one transaction. `userNumber` is used only if the user is new. */
export function changeStatements(change: Change, userNumber: number): Statement[] {
  const { userId, accountId } = change.key;
  return [
    ...(change.expectedVersion === 0 ? openingStatements(change, userNumber) : versionStatements(change)),
    ...outcomeStatements(change),
    ...movementStatements(change),
    ...change.positions.map((each) =>
      statement(setPosition, userId, accountId, ...positionColumns.write(each)),
    ),
    ...change.closedSymbols.map((symbol) => statement(deletePosition, userId, accountId, symbol)),
    ...change.episodes.map((each) => statement(setEpisode, userId, accountId, ...episodeColumns.write(each))),
    ...auditStatements(change),
    ...change.notifications.flatMap((draft) => notificationStatements(change, draft)),
    ...referenceStatements(change),
  ];
}

function openingStatements({ key, shard, equityVnd, atMs, audits }: Change, userNumber: number): Statement[] {
  const { userId, accountId } = key;
  const row = account.write({
    ...key,
    ...{ version: 1, shard, equityVnd, openedAtMs: atMs, changedAtMs: atMs },
    ...{ auditCount: audits.length, auditHash: audits.at(-1)?.hash ?? "" },
  });
  return [
    statement("insert into account_owner (account_id, user_id) values (?, ?)", accountId, userId),
    statement(
      "insert into app_user (user_id, number, shard) values (?, ?, ?) on conflict (user_id) do nothing",
      ...[userId, userNumber, shard],
    ),
    statement(insertAccount, ...row),
  ];
}

function versionStatements({ key, expectedVersion, equityVnd, atMs, audits }: Change): Statement[] {
  return [
    statement(
      `update account set version = version + 1, equity_vnd = ?, changed_at = max(changed_at, ?),
          audit_count = audit_count + ?, audit_hash = coalesce(?, audit_hash)
        where user_id = ? and account_id = ? and version = ?`,
      ...[equityVnd, atMs, audits.length, audits.at(-1)?.hash ?? null],
      ...[key.userId, key.accountId, expectedVersion],
    ),
    guard,
  ];
}

function outcomeStatements({ key, outcome: made, atMs }: Change): Statement[] {
  if (made === undefined) return [];
  return [statement(insertOutcome, ...outcome.write({ ...made, userId: made.userId ?? key.userId, atMs }))];
}

function movementStatements({ key, movement: made, atMs }: Change): Statement[] {
  return made === undefined ? [] : [statement(insertMovement, ...movement.write({ ...key, ...made, atMs }))];
}

/** The account's count already includes all new entries. The place of each is the count minus the entries after it. */
function auditStatements({ key, audits }: Change): Statement[] {
  return audits.map(({ entry, hash }, index) =>
    statement(
      `insert into audit (user_id, account_id, place, entry, hash)
        select user_id, account_id, audit_count - ?, ?, ? from account where user_id = ? and account_id = ?`,
      ...[audits.length - 1 - index, entry, hash, key.userId, key.accountId],
    ),
  );
}

/** A message that was sent before is skipped and uses no number. */
function notificationStatements({ key, atMs }: Change, draft: NotificationDraft): Statement[] {
  const { userId, accountId } = key;
  return [
    statement(
      `insert into notification
        (user_id, n, id, account_id, type, topic, message_id, data, created_at, updated_at)
        select user_id, notification_count + 1, number * ${notificationsOfUser} + notification_count + 1,
          ?, ?, ?, ?, ?, max(notified_at, ?), max(notified_at, ?)
        from app_user where user_id = ?
        on conflict (user_id, message_id) do nothing`,
      ...[accountId, draft.type, draft.topic, draft.messageId, draft.data, atMs, atMs, userId],
    ),
    statement(
      `update app_user set notification_count = notification_count + changes(),
        unread_count = unread_count + changes(), notified_at = max(notified_at, ?) where user_id = ?`,
      ...[atMs, userId],
    ),
  ];
}
