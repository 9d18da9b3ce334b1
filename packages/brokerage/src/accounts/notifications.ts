import type { AccountFigures, Rates } from "@trading-oms/margin";
import { onePrice, type Price } from "@trading-oms/market";
import { exactJson } from "../exact-json.ts";
import type { NotificationRecord } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import type { ValuedPosition } from "./figures.ts";

/** A notification as it was told, with its data read. */
export type ToldNotification = Omit<NotificationRecord, "data"> & {
  readonly data: NotificationData;
  /** Of a call: which one of the position it belongs to, and the hour that it reminds after, 0 where it is the call itself. */
  readonly call?: { readonly number: number; readonly reminder: number };
};

/** A page of what a user was told, newest first. */
export async function listNotifications(
  { store }: Pick<Services, "store">,
  userId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<ToldNotification[]> {
  const records = await store.listNotifications(userId, page);
  return records.map((record) => ({
    ...record,
    data: readNotificationData(record.data),
    ...callOf(record),
  }));
}

function callOf({ type, messageId }: NotificationRecord): Pick<ToldNotification, "call"> {
  if (type !== "MarginCall" && type !== "ForceClose") return {};
  const [number, reminder] = messageId.split("/").slice(-2).map(Number);
  return { call: { number: number ?? 0, reminder: reminder ?? 0 } };
}

/** How many notifications were unread until now. */
export type MarkedNotifications = { readonly kind: "done"; readonly count: number };

const pageLength = 1_000;

/** Marks notifications of a user as read: the named ones, or all. If one id is unknown, none is marked. */
export async function markNotificationsRead(
  { store, now }: Pick<Services, "store" | "now">,
  userId: string,
  ids?: readonly number[],
): Promise<MarkedNotifications | Refusal> {
  if (ids !== undefined) {
    const { count, unknownIds } = await store.markRead({ userId, ids, atMs: now() });
    const [unknown] = unknownIds;
    if (unknown === undefined) return { kind: "done", count };
    return refuse("no-such-notification", `The user ${userId} has no notification ${unknown}.`);
  }
  // Page by page: what is told meanwhile moves pages back, so that rows are met twice, and none is passed over.
  let marked = 0;
  for (let offset = 0; ; offset += pageLength) {
    const page = await store.listNotifications(userId, { limit: pageLength, offset });
    const unread = page.filter(({ isRead }) => !isRead).map(({ id }) => id);
    if (unread.length > 0) marked += (await store.markRead({ userId, ids: unread, atMs: now() })).count;
    if (page.length < pageLength) return { kind: "done", count: marked };
  }
}

/** How many notifications a user can be told, by the width of their numbers. */
export const notificationsOfUserMax = 4_194_303;

/** A position as it was when its owner was told of it. */
export type PositionSnapshot = {
  readonly symbol: string;
  readonly quantity: bigint;
  /** What was paid for one, rounded down to a thousandth. */
  readonly averagePrice: Price;
  readonly markPrice: Price;
  /** Undefined where the mark was no last price. */
  readonly markAtMs?: number | undefined;
  readonly marketVnd: bigint;
  readonly unrealizedVnd: bigint;
  readonly coveredVnd: bigint;
  readonly dealRatio: bigint;
  readonly neededVnd: bigint;
} & Rates;

/** What a notification tells of its cause, frozen at the moment of telling. */
export type NotificationData = {
  readonly accountId: string;
  readonly symbol?: string;
  readonly amountVnd?: bigint;
  readonly position?: PositionSnapshot;
  readonly account?: AccountFigures;
};

/** Writes the data of a notification as the store keeps it. */
export function writeNotificationData(data: NotificationData): string {
  return exactJson.write(data);
}

/** Reads the data of a notification back. */
export function readNotificationData(text: string): NotificationData {
  return exactJson.read(text) as NotificationData;
}

/** Takes down a position as it is at its mark, for its owner to be told. */
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
    averagePrice: (position.entryVnd * onePrice) / (size * pointVnd),
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
