import { type NotificationData, readNotificationData } from "./notification-data.ts";
import type { NotificationRecord } from "./ports/index.ts";
import type { Services } from "./services.ts";

/** A notification as it was told, with its data read. */
export type ToldNotification = Omit<NotificationRecord, "data"> & { readonly data: NotificationData };

/** A page of what a user was told, newest first. */
export async function listNotifications(
  { store }: Pick<Services, "store">,
  userId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<ToldNotification[]> {
  const records = await store.listNotifications(userId, page);
  return records.map((record) => ({ ...record, data: readNotificationData(record.data) }));
}
