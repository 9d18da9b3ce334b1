import { listNotifications, type ToldNotification } from "@trading-oms/brokerage";
import type { Command } from "../../command.ts";
import { notificationJson } from "../../output/record-json.ts";
import { renderNumber } from "../../output/render-number.ts";
import { renderTable } from "../../output/render-table.ts";
import { renderTime } from "../../output/render-time.ts";
import { readCount } from "../../words/read-count.ts";

/** Lists what a user was told. */
export const notificationsList: Command = {
  words: ["notifications", "list"],
  argumentNames: [],
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
    return { kind: "done", json: told.map(notificationJson), lines: renderNotifications(told) };
  },
};

function renderNotifications(told: readonly ToldNotification[]): string[] {
  return renderTable(
    [
      { title: "ID", isNumber: true },
      { title: "TIME" },
      { title: "TYPE" },
      { title: "ACCOUNT" },
      { title: "SYMBOL" },
      { title: "AMOUNT VND", isNumber: true },
      { title: "READ" },
    ],
    told.map(({ id, createdAtMs, type, call, accountId, isRead, data }) => [
      String(id),
      renderTime(createdAtMs),
      call === undefined || call.reminder === 0 ? type : `${type}, reminder ${call.reminder}`,
      accountId,
      data.symbol ?? "",
      data.amountVnd === undefined ? "" : renderNumber(data.amountVnd),
      isRead ? "yes" : "no",
    ]),
  );
}
