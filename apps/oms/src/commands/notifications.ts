import { listNotifications, markNotificationsRead, type ToldNotification } from "@trading-oms/brokerage";
import { type Command, unlessRefused } from "../cli/command.ts";
import { notificationJson } from "../cli/json.ts";
import { type Columns, renderNumber, renderTable, renderTime } from "../cli/text.ts";
import { readCount } from "../cli/values.ts";

const notificationsList: Command = {
  words: ["notifications", "list"],
  options: {
    user: { value: "USER", about: "who was told", isNeeded: true },
    limit: { value: "N", about: "at most so many, 1 to 10,000", otherwise: "20" },
    offset: { value: "N", about: "leaves out so many of the newest", otherwise: "0" },
  },
  summary: "Lists what a user was told, newest first.",
  about:
    "A MarginCall that reminds tells after which hour of trading. A far offset takes no longer than the first page.",
  example: "oms notifications list --user u-1 --limit 5",
  run: async (given, { open, say }) => {
    const limit = readCount("--limit", given.option("limit") ?? "20", { countMin: 1, countMax: 10_000 });
    const offset = readCount("--offset", given.option("offset") ?? "0", {
      countMin: 0,
      countMax: Number.MAX_SAFE_INTEGER,
    });
    const told = await listNotifications(await open(), given.needed("user"), { limit, offset });
    if (told.length === 0) say("There are no notifications.");
    return { json: told.map(notificationJson), lines: renderTable(told, columns) };
  },
};

const columns: Columns<ToldNotification> = {
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
    user: { value: "USER", about: "whose notifications they are", isNeeded: true },
    id: {
      value: "ID",
      about: "one of them; it may be repeated, or list several, as in 4194305,4194306",
      otherwise: "all of them",
      mayRepeat: true,
    },
  },
  summary: "Marks notifications of a user as read.",
  about:
    "ID is what oms notifications list shows. Those that were read before stay as they are. If the user does not have one of the IDs, the command is refused and none is marked. Servers show it from the next page on; one that reads from a replica within a second.",
  example: "oms notifications read --user u-1 --id 4194305",
  run: async (given, { open }) => {
    const userId = given.needed("user");
    const ids = given
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
