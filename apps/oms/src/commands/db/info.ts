import type { Command } from "../../command.ts";
import { renderNumber } from "../../output/render-number.ts";
import { renderTable } from "../../output/render-table.ts";
import { showDatabase } from "../../show-database.ts";

/** Shows which database it is, and how much there is in it. */
export const dbInfo: Command = {
  words: ["db", "info"],
  argumentNames: [],
  options: {},
  summary: "Shows where the data is kept, by which engine and schema, and how many rows there are.",
  about: "The address of a PostgreSQL is shown without its password.",
  example: "oms db info --json",
  run: async (_given, { open, database }) => {
    const { store } = await open();
    const { engine, schemaVersion, rowCounts } = await store.describe();
    const path = showDatabase(database);
    return {
      kind: "done",
      json: { engine, schema: schemaVersion, database: path, rowCounts },
      lines: [
        `database  ${path}`,
        `engine    ${engine}`,
        `schema    ${schemaVersion}`,
        "",
        ...renderTable(
          [{ title: "TABLE" }, { title: "ROWS", isNumber: true }],
          Object.entries(rowCounts).map(([table, count]) => [table, renderNumber(count)]),
        ),
      ],
    };
  },
};
