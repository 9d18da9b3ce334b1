import { setTimeout } from "node:timers/promises";
import {
  type ArrivedNotification,
  listNotifications,
  markNotificationsRead,
  NotificationFollower,
  type StoredNotification,
} from "@trading-oms/brokerage";
import { StoreFault } from "@trading-oms/store";
import { type Command, type CommandContext, type Result, unlessRefused } from "../../cli/command.ts";
import { describeLeftOut, notificationJson, writeJson } from "../../cli/json.ts";
import { type Columns, renderNumber, renderTable, renderTime } from "../../cli/text.ts";
import { untilStopped } from "../../cli/until-stopped.ts";
import { readCount } from "../../cli/values.ts";

const notificationsList: Command = {
  words: ["notifications", "list"],
  options: {
    user: { value: "USER", about: "the recipient", isRequired: true },
    limit: { value: "N", about: "the maximum count, 1 to 10,000", otherwise: "20" },
    offset: { value: "N", about: "skips this many of the newest", otherwise: "0" },
  },
  summary: "Lists the notifications of a user, newest first.",
  about:
    "A MarginCall that is a reminder shows after which hour of trading it was sent. A large offset takes no longer than the first page.",
  example: "oms notifications list --user u-1 --limit 5",
  run: async (input, { open, say }) => {
    const limit = readCount("--limit", input.option("limit") ?? "20", { countMin: 1, countMax: 10_000 });
    const offset = readCount("--offset", input.option("offset") ?? "0", {
      countMin: 0,
      countMax: Number.MAX_SAFE_INTEGER,
    });
    const notifications = await listNotifications(await open(), input.required("user"), { limit, offset });
    if (notifications.length === 0) say("There are no notifications.");
    return { json: notifications.map(notificationJson), lines: renderTable(notifications, columns) };
  },
};

const columns: Columns<StoredNotification> = {
  "#ID": ({ id }) => String(id),
  TIME: ({ createdAtMs }) => renderTime(createdAtMs),
  TYPE: renderType,
  ACCOUNT: ({ accountId }) => accountId,
  SYMBOL: ({ data }) => data.symbol ?? "",
  "#AMOUNT VND": ({ data }) => data.amountVnd ?? "",
  READ: ({ isRead }) => (isRead ? "yes" : "no"),
};

function renderType({ type, call }: StoredNotification): string {
  return call?.reminder ? `${type}, reminder ${call.reminder}` : type;
}

/** Frequent enough that a notification seems to arrive at once. */
const pollMs = 250;

const notificationsFollow: Command = {
  words: ["notifications", "follow"],
  options: { user: { value: "USER", about: "only this recipient", otherwise: "all users" } },
  summary: "Prints notifications as they arrive, until SIGINT or SIGTERM.",
  about:
    "It begins with what arrives after its start, whichever process writes it, and prints a line for each notification: time, ID, user, type, account, symbol and amount. With --json each line is one JSON object. The notifications of a user come in order; those of several users that arrive within a quarter of a second may not. The database is asked every 250 ms; while it cannot be reached, nothing is lost.",
  example: "oms notifications follow --user u-1",
  run: async (input, context) => {
    const userId = input.option("user");
    const services = await context.open();
    const follower = new NotificationFollower(services, userId);
    await follower.begin();
    const leftOut = new Set<string>();
    const render = input.isOn("json")
      ? ({ userId, notification }: ArrivedNotification) =>
          writeJson({ userId, ...notificationJson(notification) }, leftOut, 0)
      : renderArrived;
    context.say(`Following the notifications of ${userId ?? "all users"}; Ctrl-C ends it.`);
    return follow(follower, render, context).finally(() => {
      if (leftOut.size > 0) context.say(describeLeftOut(leftOut));
    });
  },
};

async function follow(
  follower: NotificationFollower,
  render: (arrived: ArrivedNotification) => string,
  { world, say }: CommandContext,
): Promise<Result> {
  const duration = untilStopped(world, undefined);
  let reported: string | undefined;
  try {
    while (!duration.signal.aborted) {
      try {
        for (const arrived of await follower.poll()) world.stdout.write(`${render(arrived)}\n`);
        if (reported !== undefined) say("Notifications are read again.");
        reported = undefined;
      } catch (thrown) {
        if (!(thrown instanceof StoreFault)) throw thrown;
        if (reported !== thrown.message)
          say(`Notifications could not be read, trying again: ${thrown.message}`);
        reported = thrown.message;
      }
      await setTimeout(pollMs, undefined, { signal: duration.signal }).catch(() => {});
    }
  } finally {
    duration.release();
  }
  return { json: undefined, lines: [] };
}

function renderArrived({ userId, notification }: ArrivedNotification): string {
  const { id, createdAtMs, accountId, data } = notification;
  const { symbol, amountVnd } = data;
  const amount = amountVnd === undefined ? undefined : `${renderNumber(amountVnd)} VND`;
  return [renderTime(createdAtMs), id, userId, renderType(notification), accountId, symbol, amount]
    .filter((each) => each !== undefined)
    .join("  ");
}

const notificationsRead: Command = {
  words: ["notifications", "read"],
  options: {
    user: { value: "USER", about: "the recipient", isRequired: true },
    id: {
      value: "ID",
      about: "only this notification; may be repeated, or list several, as in 4194305,4194306",
      otherwise: "all of them",
      mayRepeat: true,
    },
  },
  summary: "Marks notifications of a user as read.",
  about:
    "ID is shown by oms notifications list. Notifications that were read before are not counted. If the user does not have one of the IDs, the command is refused and nothing is marked. Marking all leaves the time of their last change as it was. Servers show the change from the next request on.",
  example: "oms notifications read --user u-1 --id 4194305",
  run: async (input, { open }) => {
    const userId = input.required("user");
    const ids = input
      .option("id")
      ?.split(",")
      .map((id) => readCount("--id", id, { countMin: 1, countMax: Number.MAX_SAFE_INTEGER }));
    const marked = unlessRefused(await markNotificationsRead(await open(), userId, ids));
    const { count } = marked;
    const many = count === 1 ? "1 notification" : `${renderNumber(count)} notifications`;
    return { json: { userId, count }, lines: [`Marked ${many} of ${userId} as read.`] };
  },
};

export const notificationsCommands: readonly Command[] = [
  notificationsList,
  notificationsFollow,
  notificationsRead,
];
