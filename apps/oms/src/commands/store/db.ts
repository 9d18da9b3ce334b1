import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type ConversionState, convertPostgresql } from "@trading-oms/store";
import { type Command, type CommandContext, type Result, refuse, UsageFault } from "../../cli/command.ts";
import { showDatabase } from "../../cli/database.ts";
import { FileExists, rejectFileFailure, replaceFile, usingFile } from "../../cli/files.ts";
import { renderNumber, renderTable, renderTime, showProgress } from "../../cli/text.ts";
import { checkBackup, readBackupRows, writeBackup } from "./backup.ts";

/** What follows a conversion. */
const next: Readonly<Record<ConversionState, readonly string[]>> = {
  empty: [],
  done: [],
  begun: [
    "Servers of the version before may use it as well. When they are replaced, run oms db migrate --finish.",
  ],
  ending: ["What servers of the version before need is partly gone. Go on by oms db migrate --finish."],
};

const dbMigrate: Command = {
  words: ["db", "migrate"],
  options: {
    finish: { about: "PostgreSQL: ends a conversion, when no server of the version before runs any more" },
  },
  summary: "Creates the database with its schema if it does not exist, or converts one of an earlier schema.",
  about:
    "A server creates it when it starts, and converts a file; no other command does, so that a mistyped path or address creates nothing. A PostgreSQL is converted while servers of the version before go on: replace them afterwards, then end the conversion by --finish. An interrupted conversion is continued. Make a backup first.",
  example: "oms db migrate --database postgres://oms:secret@127.0.0.1:5432/oms",
  run: async (input, { open, database, world }) => {
    const isFinal = input.isOn("finish");
    if (isFinal && database.engine === "sqlite")
      throw new UsageFault("--finish is for PostgreSQL: a file is converted at once.");
    const say = (what: string): void => void world.stderr.write(`Converting ${what}\n`);
    const state =
      database.engine === "sqlite" ? "done" : await convertPostgresql({ url: database.url, isFinal, say });
    const { store } = await open({ mayCreate: true, onConversion: say });
    const { engine, schemaVersion } = await store.describe();
    const path = showDatabase(database);
    return {
      json: {
        engine,
        schema: schemaVersion,
        database: path,
        ...(state === "done" || state === "empty" ? {} : { conversion: state }),
      },
      lines: [`${path} has schema ${schemaVersion} (${engine}).`, ...next[state]],
    };
  },
};

const dbBackup: Command = {
  words: ["db", "backup"],
  argumentNames: ["FILE"],
  options: { force: { about: "replaces FILE if it exists" } },
  summary: "Writes a consistent backup of the whole database to a file.",
  about:
    "Servers may continue to run. The file contains one row per line as JSON, compressed by gzip. It is written to a temporary file in the same folder, so that FILE only ever exists complete. It can be restored on both database engines.",
  example: "oms db backup oms-2025-06-01.jsonl.gz",
  run: async (input, context) => {
    const file = input.argument("FILE");
    const { database } = context;
    if (database.engine === "sqlite" && (await isOfDatabase(file, database.path))) {
      return refuse("file_exists", `${file} belongs to the database itself: name another file.`);
    }
    try {
      return await backUp(file, input.isOn("force"), context);
    } catch (failure) {
      if (failure instanceof FileExists) {
        return refuse("file_exists", `${file} exists already: name another file, or add --force.`);
      }
      return rejectFileFailure(file, failure);
    }
  },
};

/** The files that SQLite keeps for a database: the file itself, and those beside it that it creates and removes. */
const databaseSuffixes = ["", "-wal", "-shm", "-journal"];

/** Whether a backup would replace a file of the database, also by another path. */
async function isOfDatabase(file: string, database: string): Promise<boolean> {
  const [target, own] = await Promise.all([file, database].map(realPathOf));
  return databaseSuffixes.some((suffix) => target === `${own}${suffix}`);
}

/** The path without symbolic links; the file itself may be absent. */
async function realPathOf(file: string): Promise<string> {
  const whole = resolve(file);
  const folder = await realpath(dirname(whole)).catch(() => dirname(whole));
  return realpath(whole).catch(() => join(folder, basename(whole)));
}

async function backUp(file: string, mayReplace: boolean, { open, world }: CommandContext): Promise<Result> {
  const { store } = await open();
  const createdAt = renderTime(world.now());
  const progress = showProgress(world, "Backing up");
  let count = 0;
  const part = `${file}.${world.now()}.part`;
  await replaceFile({ file, part, mayReplace }, async (handle) => {
    const { schemaVersion: schema } = await store.describe();
    count = await writeBackup(handle, store.backUp(), { schema, createdAt }, progress.update);
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
    "The backup is read to its end first, so that a cut or damaged file changes nothing. A database with rows is refused: create a new one with oms db migrate, restore into it, and point the servers to it.",
  example: "oms db restore oms-2025-06-01.jsonl.gz --database data/restored.sqlite",
  run: async (input, { open, world, database }) => {
    const file = input.argument("FILE");
    const { head, rowCount } = await usingFile(file, () => checkBackup(file));
    const { store } = await open();
    const { schemaVersion } = await store.describe();
    if (head.schema !== schemaVersion) {
      const code = head.schema > schemaVersion ? "newer_version" : "older_version";
      const message = `${file} is a backup of schema ${head.schema}, and this version restores schema ${schemaVersion} alone: restore it with the version that wrote it.`;
      return refuse(code, message);
    }
    const progress = showProgress(world, "Restoring");
    await store.restore(
      readBackupRows(file, (count) => progress.update(count, count / Math.max(rowCount, 1))),
    );
    progress.end();
    return {
      json: { database: showDatabase(database), rows: rowCount, createdAtMs: Date.parse(head.createdAt) },
      lines: [`Restored ${renderNumber(rowCount)} rows, as they were at ${head.createdAt}.`],
    };
  },
};

const dbInfo: Command = {
  words: ["db", "info"],
  summary: "Shows the location, engine and schema version of the database, and its number of rows.",
  about: "The address of a PostgreSQL is shown without its password.",
  example: "oms db info --json",
  run: async (_input, { open, database }) => {
    const { store } = await open();
    const { engine, schemaVersion } = await store.describe();
    const rowCounts = await store.countRows();
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
