import type { Command } from "../../command.ts";

/** Lists the days without trading. */
export const holidaysList: Command = {
  words: ["holidays", "list"],
  argumentNames: [],
  options: {},
  summary: "Lists the days without trading, one a line.",
  about: "Weekends are not listed, unless they were set. The list can be changed in a file and set again.",
  example: "oms holidays list",
  run: async (_given, { open, say }) => {
    const { store } = await open();
    const dates = await store.listHolidays();
    if (dates.length === 0) say("There are no holidays.");
    return { kind: "done", json: dates, lines: dates };
  },
};
