import { markNotificationsRead } from "@trading-oms/brokerage";
import type { Command } from "../../command.ts";
import { renderNumber } from "../../output/render-number.ts";
import { readCount } from "../../words/read-count.ts";

/** Marks what a user was told as read. */
export const notificationsRead: Command = {
  words: ["notifications", "read"],
  argumentNames: [],
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
    const marked = await markNotificationsRead(await open(), userId, ids);
    if (marked.kind === "refused") return marked;
    const { count } = marked;
    const many = count === 1 ? "1 notification" : `${renderNumber(count)} notifications`;
    return { kind: "done", json: { userId, count }, lines: [`Marked ${many} of ${userId} as read.`] };
  },
};
