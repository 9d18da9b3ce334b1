import type { NotificationPage, UserNotification } from "@trading-oms/types";
import { aborted } from "./api-error.ts";

/** Reads one page of notifications. */
export type ReadPage = (range: { limit: number; offset: number }) => Promise<NotificationPage>;

/**
 * Reads page after page, newest first, until there is no more.
 *
 * Each page begins with the last message of the one before. What arrived meanwhile has moved that message further
 * back, so everything before it was told already, or is newer than the first one read and left to the next reading.
 */
export async function* iterateNotifications(
  readPage: ReadPage,
  limit: number,
  signal?: AbortSignal,
): AsyncGenerator<UserNotification, void, undefined> {
  let last: unknown;
  for (let offset = 0; ; ) {
    const { notifications } = await readPage({ limit, offset });
    for (const notification of notificationsAfter(last, notifications)) {
      if (signal?.aborted) throw aborted();
      last = identityOf(notification);
      yield notification;
    }
    if (notifications.length < limit) return;
    offset += notifications.length - 1;
  }
}

/** What stands behind the last message; nothing where the message has moved to a later page. */
function notificationsAfter(last: unknown, page: readonly UserNotification[]): readonly UserNotification[] {
  if (last === undefined) return page;
  const index = page.findIndex((notification) => identityOf(notification) === last);
  return index === -1 ? [] : page.slice(index + 1);
}

function identityOf({ id, message_id }: UserNotification): unknown {
  return id ?? message_id;
}
