import type { CommandOption } from "../command.ts";

/** The options that every command has. */
export const everywhereOptions: Readonly<Record<string, CommandOption>> = {
  database: {
    value: "DATABASE",
    about: "the file of a SQLite database, or postgres://…",
    otherwise: "DATABASE_URL, else oms.sqlite in DATA_DIR or ./data",
  },
  json: { about: "the result as one JSON value, on stdout" },
  help: { about: "this text" },
};
