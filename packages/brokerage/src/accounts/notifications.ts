import type { AccountFigures, Rates } from "@trading-oms/margin";
import { onePrice, type Price } from "@trading-oms/market";
import { exactJson } from "../exact-json.ts";
import type { NotificationCount, NotificationRecord } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import type { ValuedPosition } from "./figures.ts";

/** A stored notification with its data decoded. */
export type StoredNotification = Omit<NotificationRecord, "data"> & {
  readonly data: NotificationData;
  /** For a call: its number within the position, and the hour of the reminder, 0 for the call itself. */
  readonly call?: { readonly number: number; readonly reminder: number };
};

/** A page of a user's notifications, newest first. */
export async function listNotifications(
  { store }: Pick<Services, "store">,
  userId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<StoredNotification[]> {
  const records = await store.listNotifications(userId, page);
  return records.map(readNotification);
}

export function readNotification(record: NotificationRecord): StoredNotification {
  return { ...record, data: exactJson.read(record.data) as NotificationData, ...callOf(record) };
}

function callOf({ type, messageId }: NotificationRecord): Pick<StoredNotification, "call"> {
  if (type !== "MarginCall" && type !== "ForceClose") return {};
  const [number, reminder] = messageId.split("/").slice(-2).map(Number);
  return { call: { number: number ?? 0, reminder: reminder ?? 0 } };
}

/** The number of notifications that were unread before. */
export type MarkedNotifications = { readonly kind: "done"; readonly count: number };

/** Marks the named notifications of a user as read, or all of them. If one ID is unknown, none is marked. */
export async function markNotificationsRead(
  { store, now }: Pick<Services, "store" | "now">,
  userId: string,
  ids?: readonly number[],
): Promise<MarkedNotifications | Refusal> {
  if (ids === undefined) {
    const { unread, newestId } = await store.countNotifications(userId);
    if (unread > 0) await store.markReadThrough({ userId, through: newestId, atMs: now() });
    return { kind: "done", count: unread };
  }
  const { count, unknownIds } = await store.markRead({ userId, ids, atMs: now() });
  const [unknown] = unknownIds;
  if (unknown === undefined) return { kind: "done", count };
  return refuse("no_such_notification", `The user ${userId} has no notification ${unknown}.`);
}

/** The notifications that their user has read: those of these IDs, or all up to one. */
export type ReadByUser = { readonly ids: readonly number[] } | { readonly through: number };

/**
 * Marks notifications as read for their user, and counts them. IDs of others are ignored. `through` may be 0, which is
 * before the first notification, or beyond the newest; an ID of another user is refused.
 */
export async function readNotifications(
  { store, now }: Pick<Services, "store" | "now">,
  userId: string,
  read: ReadByUser,
): Promise<({ readonly kind: "done" } & NotificationCount) | Refusal> {
  const atMs = now();
  if ("ids" in read) {
    const { unknownIds } = await store.markRead({ userId, ids: read.ids, atMs });
    // An unknown ID marks none. Notifications are never deleted, so all that remain are known.
    const ids = read.ids.filter((id) => !unknownIds.includes(id));
    if (unknownIds.length > 0 && ids.length > 0) await store.markRead({ userId, ids, atMs });
  } else if (read.through > 0) {
    const { through } = read;
    const isOwn = await store.markReadThrough({ userId, through, atMs });
    if (!isOwn) return refuse("no_such_notification", `The user ${userId} has no notification ${through}.`);
  }
  return { kind: "done", ...(await store.countNotifications(userId)) };
}

/** The maximum number of notifications of a user, given by the width of the number. */
export const notificationsOfUserMax = 4_194_303;

export type PositionSnapshot = {
  readonly symbol: string;
  readonly quantity: bigint;
  /** The average price paid, rounded half up to a thousandth. */
  readonly averagePrice: Price;
  readonly markPrice: Price;
  /** Undefined when the mark was not a last price. */
  readonly markAtMs?: number | undefined;
  readonly marketVnd: bigint;
  readonly unrealizedVnd: bigint;
  readonly coveredVnd: bigint;
  readonly dealRatio: bigint;
  readonly neededVnd: bigint;
} & Rates;

/** The cause of a notification, frozen when the notification is written. */
export type NotificationData = {
  readonly accountId: string;
  readonly symbol?: string;
  readonly amountVnd?: bigint;
  readonly position?: PositionSnapshot;
  readonly account?: AccountFigures;
};

export function writeNotificationData(data: NotificationData): string {
  return exactJson.write(data);
}

export function snapshotPosition({
  position,
  instrument,
  rates,
  mark,
  figures,
}: ValuedPosition): PositionSnapshot {
  const size = position.quantity < 0n ? -position.quantity : position.quantity;
  const pointVnd = instrument?.contractSize ?? 1n;
  return {
    symbol: position.symbol,
    quantity: position.quantity,
    averagePrice: (2n * position.entryVnd * onePrice + size * pointVnd) / (2n * size * pointVnd),
    markPrice: mark.price ?? (mark.unitVnd * onePrice) / pointVnd,
    markAtMs: mark.atMs,
    marketVnd: figures.marketVnd,
    unrealizedVnd: figures.unrealizedVnd,
    coveredVnd: position.coveredVnd,
    dealRatio: figures.dealRatio,
    neededVnd: figures.neededVnd,
    ...rates,
  };
}
