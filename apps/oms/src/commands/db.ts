import { resolve } from "node:path";
import { type Command, type Desk, type Result, refuse } from "../cli/command.ts";
import { showDatabase } from "../cli/database.ts";
import { explainFileFailure, FileExists, replaceFile, usingFile } from "../cli/files.ts";
import { renderNumber, renderTable, renderTime, showProgress } from "../cli/text.ts";
import { checkBackup, readBackupRows, writeBackup } from "./backup.ts";

const dbMigrate: Command = {
  words: ["db", "migrate"],
  summary: "Brings the database to the newest schema, and makes it where there is none.",
  about:
    "Every command and every server does so when it opens the database; this one does nothing else. A database that a newer version wrote is refused.",
  example: "oms db migrate --database postgres://oms:secret@127.0.0.1:5432/oms",
  run: async (_given, { open, database }) => {
    const { store } = await open();
    const { engine, schemaVersion } = await store.describe();
    const path = showDatabase(database);
    return {
      json: { engine, schema: schemaVersion, database: path },
      lines: [`${path} has schema ${schemaVersion} (${engine}).`],
    };
  },
};

const dbBackup: Command = {
  words: ["db", "backup"],
  argumentNames: ["FILE"],
  options: { force: { about: "replaces FILE where it is there already" } },
  summary: "Writes everything that is kept into a file, all of one moment.",
  about:
    "Servers go on meanwhile. The file is JSON, a line a row, compressed by gzip; it is written under another name beside FILE, and is there only when it is whole. It can be restored on any engine.",
  example: "oms db backup oms-2025-06-01.jsonl.gz",
  run: async (given, desk) => {
    const file = given.argument("FILE");
    const { database } = desk;
    if (database.engine === "sqlite" && resolve(file) === resolve(database.path)) {
      return refuse("file-exists", `${file} is the database itself: name another file.`);
    }
    try {
      return await backUp(file, given.isOn("force"), desk);
    } catch (failure) {
      if (failure instanceof FileExists) {
        return refuse("file-exists", `${file} is there already: name another file, or add --force.`);
      }
      return explainFileFailure(file, failure);
    }
  },
};

async function backUp(file: string, mayReplace: boolean, { open, world }: Desk): Promise<Result> {
  const { store } = await open();
  const createdAt = renderTime(world.now());
  const progress = showProgress(world, "Backing up");
  let count = 0;
  const part = `${file}.${world.now()}.part`;
  await replaceFile({ file, part, mayReplace }, async (handle) => {
    const { schemaVersion: schema } = await store.describe();
    count = await writeBackup(handle, store.backUp(), { schema, createdAt }, progress.tell);
  });
  progress.end();
  return {
    json: { file: resolve(file), rows: count, createdAtMs: Date.parse(createdAt) },
    lines: [`Wrote ${renderNumber(count)} rows to ${file}.`],
  };
}

const dbRestore: Command = {
  words: ["db", "restore"],
  argumentNames: ["FILE"],
  summary: "Fills an empty database from a backup.",
  about:
    "The backup is read to its end first, so that one that is cut or damaged changes nothing. A database that holds something is refused; restore into a new one, and point the servers to it.",
  example: "oms db restore oms-2025-06-01.jsonl.gz --database data/restored.sqlite",
  run: async (given, { open, world, database }) => {
    const file = given.argument("FILE");
    const { head, rowCount } = await usingFile(file, () => checkBackup(file));
    const { store } = await open();
    const { schemaVersion } = await store.describe();
    if (head.schema > schemaVersion) {
      const message = `${file} was written by a newer version (schema ${head.schema}, this one knows ${schemaVersion}); use that version.`;
      return refuse("newer-version", message);
    }
    const progress = showProgress(world, "Restoring");
    await store.restore(readBackupRows(file, (count) => progress.tell(count, count / Math.max(rowCount, 1))));
    progress.end();
    return {
      json: { database: showDatabase(database), rows: rowCount, createdAtMs: Date.parse(head.createdAt) },
      lines: [`Restored ${renderNumber(rowCount)} rows, as they were at ${head.createdAt}.`],
    };
  },
};

const dbInfo: Command = {
  words: ["db", "info"],
  summary: "Shows where the data is kept, by which engine and schema, and how many rows there are.",
  about: "The address of a PostgreSQL is shown without its password.",
  example: "oms db info --json",
  run: async (_given, { open, database }) => {
    const { store } = await open();
    const { engine, schemaVersion, rowCounts } = await store.describe();
    const path = showDatabase(database);
    return {
      json: { engine, schema: schemaVersion, database: path, rowCounts },
      lines: [
        `database  ${path}`,
        `engine    ${engine}`,
        `schema    ${schemaVersion}`,
        "",
        ...renderTable(Object.entries(rowCounts), {
          TABLE: ([table]) => table,
          "#ROWS": ([, count]) => count,
        }),
      ],
    };
  },
};

export const dbCommands: readonly Command[] = [dbMigrate, dbBackup, dbRestore, dbInfo];
