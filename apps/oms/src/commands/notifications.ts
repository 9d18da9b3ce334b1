import { listNotifications, markNotificationsRead, type StoredNotification } from "@trading-oms/brokerage";
import { type Command, unlessRefused } from "../cli/command.ts";
import { notificationJson } from "../cli/json.ts";
import { type Columns, renderNumber, renderTable, renderTime } from "../cli/text.ts";
import { readCount } from "../cli/values.ts";

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
  TYPE: ({ type, call }) => (call?.reminder ? `${type}, reminder ${call.reminder}` : type),
  ACCOUNT: ({ accountId }) => accountId,
  SYMBOL: ({ data }) => data.symbol ?? "",
  "#AMOUNT VND": ({ data }) => data.amountVnd ?? "",
  READ: ({ isRead }) => (isRead ? "yes" : "no"),
};

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
    "ID is shown by oms notifications list. Notifications that were read before are not counted. If the user does not have one of the IDs, the command is refused and nothing is marked. Marking all leaves the time of their last change as it was. Servers show the change from the next request on, or within a second if they read from a replica.",
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

export const notificationsCommands: readonly Command[] = [notificationsList, notificationsRead];
