/** Reads the pages of users from a server, and compares them with the notifications in the store. */
import type { StoredNotification } from "@trading-oms/brokerage";
import type { Listening } from "../harness/server.ts";
import { paths } from "../harness/wire.ts";
import { checkListed, type ListedNotification } from "../model/notifications.ts";
import type { WatchedMarket } from "./market.ts";

/** Small, so that there are several pages. */
const rowsInPage = 4;

/** Reads all pages of a user's notifications from a server. */
async function readPages({ port }: Listening, token: string): Promise<ListedNotification[]> {
  type Row = { readonly id: number; readonly message_id: string; readonly created_at: number };
  const listed: ListedNotification[] = [];
  for (;;) {
    const address = `http://127.0.0.1:${port}${paths.notifications}?limit=${rowsInPage}&offset=${listed.length}`;
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
    if (answer.status !== 200) throw new Error(`${address} was answered by ${answer.status}.`);
    const { notifications } = (await answer.json()) as { readonly notifications: readonly Row[] };
    for (const { id, message_id: messageId, created_at: createdAtMs } of notifications)
      listed.push({ id, messageId, createdAtMs });
    if (notifications.length < rowsInPage) return listed;
  }
}

const shownUserCount = 3;

/** Compares the pages of some random users with their notifications over HTTP. */
export async function checkPages(
  { dice, expected }: Pick<WatchedMarket, "dice" | "expected">,
  { server, sign }: { readonly server: Listening; readonly sign: (userId: string) => Promise<string> },
  notifications: readonly StoredNotification[],
): Promise<string[]> {
  const faults: string[] = [];
  for (let count = 0; count < shownUserCount; count += 1) {
    const { userId, accountId } = expected()[dice(expected().length)]?.position ?? {};
    if (userId === undefined) continue;
    const ofUser = notifications.filter((each) => each.accountId === accountId);
    const listed = await readPages(server, await sign(userId));
    faults.push(
      ...checkListed(
        userId,
        listed,
        ofUser.map(({ messageId }) => messageId),
      ),
    );
  }
  return faults;
}
