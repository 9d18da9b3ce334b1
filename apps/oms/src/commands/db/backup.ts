import { resolve } from "node:path";
import { FileExists, replaceFile } from "../../backup/replace-file.ts";
import { writeBackup } from "../../backup/write-backup.ts";
import type { Command, Desk, Outcome } from "../../command.ts";
import { explainFileFailure } from "../../explain-file-failure.ts";
import { renderNumber } from "../../output/render-number.ts";
import { renderTime } from "../../output/render-time.ts";
import { showProgress } from "../../output/show-progress.ts";

/** Writes everything that is kept into a file. */
export const dbBackup: Command = {
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

async function backUp(file: string, mayReplace: boolean, { open, world }: Desk): Promise<Outcome> {
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
    kind: "done",
    json: { file: resolve(file), rows: count, createdAtMs: Date.parse(createdAt) },
    lines: [`Wrote ${renderNumber(count)} rows to ${file}.`],
  };
}

function refuse(code: string, message: string): Outcome {
  return { kind: "refused", code, message };
}
