import type { StoredNotification } from "@trading-oms/brokerage";
import { largest, seconds } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import type { Listening } from "../harness/server.ts";
import { paths } from "../harness/wire.ts";
import type { ExpectedPosition, WatchedMarket } from "./market.ts";
import { handedOverMsMax, settledMsMax, type WatchRun, wasInMiddle } from "./rounds.ts";

const hourMs = 3_600_000;
const onePrice = 1_000n;

/** The differences from the expected notifications, and the number of reminders. */
type NotificationsVerdict = { readonly faults: readonly string[]; readonly reminderCount: number };

/**
 * Compares notifications with the expected ones, each once and in order. Reminders depend on the duration of the test:
 * each must come once, and no earlier than its number of hours.
 */
export function checkNotifications(
  expected: readonly ExpectedPosition[],
  notifications: readonly StoredNotification[],
): NotificationsVerdict {
  const byPosition = Map.groupBy(notifications, ({ accountId, data }) => `${accountId}/${data.symbol}`);
  const reminders = notifications.filter((each) => reminderOf(each) > 0);
  const faults = checkNames(notifications);
  for (const each of expected) {
    const name = `${each.position.accountId}/${each.position.traded.symbol}`;
    const ofPosition = (byPosition.get(name) ?? []).toSorted((one, other) => one.id - other.id);
    byPosition.delete(name);
    faults.push(...checkPosition(name, each, ofPosition), ...checkReminders(ofPosition));
  }
  for (const [name, strangers] of byPosition)
    faults.push(`${strangers.length} notifications name ${name}, which has no holder`);
  return { faults, reminderCount: reminders.length };
}

/** Reports duplicate messages. */
export function checkNames(notifications: readonly StoredNotification[]): string[] {
  return [...Map.groupBy(notifications, ({ messageId }) => messageId)].flatMap(([messageId, group]) =>
    group.length === 1 ? [] : [`${messageId} was told ${group.length} times`],
  );
}

function checkPosition(
  name: string,
  { position, notifications: expected }: ExpectedPosition,
  notifications: readonly StoredNotification[],
): string[] {
  const { accountId, traded } = position;
  const wanted = expected.map(({ type, episodeNumber, amountVnd, markVnd }) =>
    [`${type}/${accountId}/${traded.symbol}/${episodeNumber}/0`, amountVnd, markVnd * onePrice].join(" at "),
  );
  const found = notifications
    .filter((each) => reminderOf(each) === 0)
    .map(({ messageId, data }) => [messageId, data.amountVnd, data.position?.markPrice].join(" at "));
  const place = wanted.findIndex((each, index) => each !== found[index]);
  if (place >= 0) return [`${name}: ${wanted[place]} had to be told, and ${found[place] ?? "nothing"} was`];
  return found.slice(wanted.length).map((each) => `${name}: ${each} was told without a cause`);
}

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

/** Judges a run by its notifications. A run without a takeover is a fault: it proves nothing. */
export function checkWatch(
  name: string,
  run: WatchRun,
  notifications: readonly StoredNotification[],
): Verdict {
  const { market, fleet, interruptions, handoversMs } = run;
  const { faults, reminderCount } = checkNotifications(market.expected(), notifications);
  const takeoverMs = largest(interruptions.map((each) => each.takeoverMs));
  const line =
    `${name}: ${market.episodeCount()} episodes of ${market.expected().length} positions, ${notifications.length} notifications, ` +
    `${reminderCount} of them reminders; ${interruptions.length} kills, ` +
    `longest takeover ${seconds(takeoverMs)} (at most ${seconds(settledMsMax)})` +
    handoversMs.map((ms) => `; on SIGTERM ${seconds(ms)} (at most ${seconds(handedOverMsMax)})`).join("");
  const isProof = interruptions.some(wasInMiddle) || run.faults.length > 0;
  const unproven = isProof ? [] : ["no server was killed in the middle of a round"];
  return { line, faults: [...run.faults, ...faults, ...fleet.faults, ...unproven] };
}

/** The checked part of a notification of operation 5. */
type NotificationRow = { readonly id: number; readonly message_id: string; readonly created_at: number };

/**
 * Reports differences between a user's pages and the notifications. Pages are newest first, with ids without a gap and
 * times that never decrease.
 */
export function evaluatePages(
  userId: string,
  rows: readonly NotificationRow[],
  messageIds: ReadonlySet<string>,
): string[] {
  const shown = new Set(rows.map(({ message_id }) => message_id));
  const missing = [...messageIds].filter((each) => !shown.has(each));
  const strange = [...shown].filter((each) => !messageIds.has(each));
  const faults = [
    ...missing.map((each) => `${userId} was told ${each}, and is not shown it`),
    ...strange.map((each) => `${userId} is shown ${each}, and was not told it`),
  ];
  if (shown.size !== rows.length) faults.push(`${userId} is shown something twice`);
  for (const [index, row] of rows.slice(1).entries()) {
    const newer = rows[index] as NotificationRow;
    if (newer.id !== row.id + 1) faults.push(`${userId} is shown ${newer.id} just before ${row.id}`);
    if (newer.created_at < row.created_at)
      faults.push(`${userId} is shown ${newer.id}, which is listed as older than ${row.id}`);
  }
  return faults;
}

/** Small, so that there are several pages. */
const rowsInPage = 4;

/** Reads all pages of a user's notifications from a server. */
async function readPages({ port }: Listening, token: string): Promise<NotificationRow[]> {
  const rows: NotificationRow[] = [];
  for (;;) {
    const address = `http://127.0.0.1:${port}${paths.notifications}?limit=${rowsInPage}&offset=${rows.length}`;
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
    if (answer.status !== 200) throw new Error(`${address} was answered by ${answer.status}.`);
    const { notifications } = (await answer.json()) as { readonly notifications: readonly NotificationRow[] };
    rows.push(...notifications);
    if (notifications.length < rowsInPage) return rows;
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
    const rows = await readPages(server, await sign(userId));
    faults.push(...evaluatePages(userId, rows, new Set(ofUser.map(({ messageId }) => messageId))));
  }
  return faults;
}
