/** Notifications of users in memory. */
import type { NotificationDraft, NotificationRecord, NotificationStore } from "@trading-oms/brokerage/ports";
import { countOf, notificationsOfUser, placesOf, watermarkOf } from "../sql/rows.ts";
import type { Row } from "../sql/table.ts";
import type { MemoryContent, MemoryTrader } from "./content.ts";

export function notificationsOf({ traders }: MemoryContent): NotificationStore {
  /** The notifications of a user from one place to another, as they are read. */
  const slice = (userId: string, start: number, end: number): NotificationRecord[] => {
    const trader = traders.get(userId);
    if (trader === undefined) return [];
    return trader.notifications
      .slice(start, end)
      .map((each) => (isRead(trader, each) ? { ...each, isRead: true } : each));
  };
  return {
    listNotifications: async (userId, { limit, offset }) => {
      const end = Math.max(0, (traders.get(userId)?.notifications.length ?? 0) - offset);
      return slice(userId, Math.max(0, end - limit), end).toReversed();
    },
    listNotificationsAfter: async (userId, { afterId, limit }) => {
      const start = afterId % notificationsOfUser;
      return slice(userId, start, start + limit);
    },
    readNotificationPlaces: async (userIds) =>
      new Map(
        userIds.flatMap((userId) => {
          const trader = traders.get(userId);
          return trader === undefined ? [] : [[userId, placesOf(rowOf(trader))] as const];
        }),
      ),
    countNotifications: async (userId) => {
      const trader = traders.get(userId);
      if (trader === undefined) return countOf(undefined);
      const unread = trader.notifications.slice(trader.readThrough).filter(({ isRead }) => !isRead);
      return countOf({ ...rowOf(trader), unread_count: unread.length });
    },
    markRead: async ({ userId, ids, atMs }) => {
      const trader = traders.get(userId);
      const unknownIds = ids.filter((id) => trader === undefined || find(trader, id) === undefined);
      if (trader === undefined || unknownIds.length > 0) return { count: 0, unknownIds };
      let count = 0;
      for (const id of ids) {
        const each = find(trader, id);
        if (each === undefined || isRead(trader, each)) continue;
        const updatedAtMs = Math.max(each.updatedAtMs, atMs);
        trader.notifications[placeOf(id)] = { ...each, isRead: true, updatedAtMs };
        count += 1;
      }
      return { count, unknownIds };
    },
    markReadThrough: async ({ userId, through }) => {
      const trader = traders.get(userId);
      const watermark = watermarkOf(trader && rowOf(trader), through);
      if (trader !== undefined && watermark?.isNew) trader.readThrough = watermark.n;
      return watermark !== undefined;
    },
  };
}

/** Adds a notification, unless the same message was sent before. */
export function notify(
  trader: MemoryTrader,
  accountId: string,
  atMs: number,
  draft: NotificationDraft,
): void {
  if (trader.messageIds.has(draft.messageId)) return;
  trader.messageIds.add(draft.messageId);
  trader.notifiedAtMs = Math.max(trader.notifiedAtMs, atMs);
  trader.notifications.push({
    ...draft,
    id: placesOf(rowOf(trader)).newestId + 1,
    accountId,
    isRead: false,
    createdAtMs: trader.notifiedAtMs,
    updatedAtMs: trader.notifiedAtMs,
  });
}

/** The row of a user on the other engines, but for the number of unread notifications. */
function rowOf({ number, notifications, readThrough }: MemoryTrader): Row {
  return { number, notification_count: notifications.length, read_through: readThrough };
}

function placeOf(id: number): number {
  return (id % notificationsOfUser) - 1;
}

function find({ notifications }: MemoryTrader, id: number): NotificationRecord | undefined {
  const found = notifications[placeOf(id)];
  return found?.id === id ? found : undefined;
}

/** Up to the watermark all are read. */
function isRead({ readThrough }: MemoryTrader, { id, isRead }: NotificationRecord): boolean {
  return isRead || placeOf(id) < readThrough;
}
