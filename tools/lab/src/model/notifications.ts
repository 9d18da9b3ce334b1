/** The reference of notifications: each user is told each thing once, and lists it once, in order and without a gap. */
import type { StoredNotification } from "@trading-oms/brokerage";
import type { KeptMovement } from "./cash.ts";
import type { DueNotification } from "./position.ts";

/** A notification as a list shows it, in the store or over HTTP. */
export type ListedNotification = {
  readonly id: number;
  readonly messageId: string;
  readonly createdAtMs: number;
};

/** The ids of a user begin after a multiple of this number. */
const idsOfUser = 4_194_304;

/**
 * Compares the whole list of a user, newest first, with the message ids that are due. Ids have no gap, even if two accounts
 * of the user change concurrently, and times never decrease.
 */
export function checkListed(
  userId: string,
  listed: readonly ListedNotification[],
  due: Iterable<string>,
): string[] {
  const wanted = new Set(due);
  const shown = new Set(listed.map(({ messageId }) => messageId));
  const missing = [...wanted].filter((each) => !shown.has(each));
  const strange = [...shown].filter((each) => !wanted.has(each));
  const faults = [
    ...missing.map((each) => `${userId} was not told of ${each}`),
    ...strange.map((each) => `${userId} was told of ${each}, which is not there`),
    ...checkOnce(listed),
  ];
  for (const [index, { id, createdAtMs }] of listed.entries()) {
    const older = listed[index + 1];
    if (older !== undefined ? id !== older.id + 1 : id % idsOfUser !== 1)
      faults.push(`${userId} lists ${id} just before ${older?.id ?? "the end"}`);
    if (older !== undefined && createdAtMs < older.createdAtMs)
      faults.push(`${userId} lists ${id} as older than ${older.id}`);
  }
  return faults;
}

/** Reports duplicate messages. */
export function checkOnce(notifications: readonly Pick<ListedNotification, "messageId">[]): string[] {
  return [...Map.groupBy(notifications, ({ messageId }) => messageId)].flatMap(([messageId, group]) =>
    group.length === 1 ? [] : [`${messageId} was told ${group.length} times`],
  );
}

/** The message id of a cash movement. */
export function messageOfMovement({
  accountId,
  kind,
  movementId,
}: Pick<KeptMovement, "accountId" | "kind" | "movementId">): string {
  return `${kind === "deposit" ? "Deposit" : "Withdraw"}/${accountId}/${movementId}`;
}

/** The message id of a call or a force close; reminders have other last numbers than 0. */
export function messageOfCall(type: DueNotification["type"], place: string, episodeNumber: number): string {
  return `${type}/${place}/${episodeNumber}/0`;
}

/** A position and all that its owner has to be told. */
type ToldPosition = {
  readonly position: { readonly accountId: string; readonly traded: { readonly symbol: string } };
  readonly notifications: readonly DueNotification[];
};

/** The differences from the expected notifications, and the number of reminders. */
type NotificationsVerdict = { readonly faults: readonly string[]; readonly reminderCount: number };

/**
 * Compares notifications with the expected ones of each position, each once and in order. Reminders depend on the duration
 * of the test: each must come once, and no earlier than its number of hours.
 */
export function checkNotifications(
  expected: readonly ToldPosition[],
  notifications: readonly StoredNotification[],
): NotificationsVerdict {
  const byPosition = Map.groupBy(notifications, ({ accountId, data }) => `${accountId}/${data.symbol}`);
  const faults = checkOnce(notifications);
  for (const { position, notifications: due } of expected) {
    const place = `${position.accountId}/${position.traded.symbol}`;
    const ofPosition = (byPosition.get(place) ?? []).toSorted((one, other) => one.id - other.id);
    byPosition.delete(place);
    faults.push(...checkPosition(place, due, ofPosition), ...checkReminders(ofPosition));
  }
  for (const [place, strangers] of byPosition)
    faults.push(`${strangers.length} notifications name ${place}, which has no holder`);
  return { faults, reminderCount: notifications.filter((each) => reminderOf(each) > 0).length };
}

function sizeOf({ quantity }: { readonly quantity: bigint }): bigint {
  return quantity < 0n ? -quantity : quantity;
}

function checkPosition(
  place: string,
  due: readonly DueNotification[],
  notifications: readonly StoredNotification[],
): string[] {
  const wanted = due.map(({ type, episodeNumber, amountVnd, markVnd }) =>
    [messageOfCall(type, place, episodeNumber), amountVnd, markVnd].join(" at "),
  );
  const found = notifications
    .filter((each) => reminderOf(each) === 0)
    .map(({ messageId, data: { amountVnd, position } }) =>
      [messageId, amountVnd, position && position.marketVnd / sizeOf(position)].join(" at "),
    );
  const index = wanted.findIndex((each, at) => each !== found[at]);
  if (index >= 0) return [`${place}: ${wanted[index]} had to be told, and ${found[index] ?? "nothing"} was`];
  return found.slice(wanted.length).map((each) => `${place}: ${each} was told without a cause`);
}

const hourMs = 3_600_000;

function checkReminders(notifications: readonly StoredNotification[]): string[] {
  return notifications.flatMap((reminder) => {
    const number = reminderOf(reminder);
    if (number === 0) return [];
    const opening = reminder.messageId.replace(/\d+$/, "0");
    const openedAtMs = notifications.find(({ messageId }) => messageId === opening)?.createdAtMs;
    const isDue = openedAtMs !== undefined && reminder.createdAtMs - openedAtMs >= number * hourMs;
    return isDue && reminder.type === "MarginCall"
      ? []
      : [`${reminder.messageId} was told before its hour was over`];
  });
}

/** The number of a reminder; 0 for the first message, or if the id has none. */
function reminderOf({ messageId }: StoredNotification): number {
  return Number(/\/\d+\/(\d+)$/.exec(messageId)?.[1] ?? "0");
}
