import type { Command } from "../../command.ts";
import { showDatabase } from "../../show-database.ts";

/** Brings the database to the newest schema. */
export const dbMigrate: Command = {
  words: ["db", "migrate"],
  argumentNames: [],
  options: {},
  summary: "Brings the database to the newest schema, and makes it where there is none.",
  about:
    "Every command and every server does so when it opens the database; this one does nothing else. A database that a newer version wrote is refused.",
  example: "oms db migrate --database postgres://oms:secret@127.0.0.1:5432/oms",
  run: async (_given, { open, database }) => {
    const { store } = await open();
    const { engine, schemaVersion } = await store.describe();
    const path = showDatabase(database);
    return {
      kind: "done",
      json: { engine, schema: schemaVersion, database: path },
      lines: [`${path} has schema ${schemaVersion} (${engine}).`],
    };
  },
};
