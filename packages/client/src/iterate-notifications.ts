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
  signal?: AbortSignal,
): AsyncGenerator<UserNotification, void, undefined> {
  const limit = 100;
  let last: unknown;
  for (let offset = 0; ; offset += limit - 1) {
    const { notifications } = await readPage({ limit, offset });
    let isBehind = offset === 0;
    for (const notification of notifications) {
      const identity = notification?.id;
      if (isBehind) {
        if (signal?.aborted) throw aborted();
        last = identity;
        yield notification;
      }
      isBehind ||= identity === last;
    }
    if (notifications.length < limit) return;
  }
}
