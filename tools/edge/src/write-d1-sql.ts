import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { type D1Binding, openD1Store } from "@trading-oms/store/d1";
import { Miniflare } from "miniflare";
import { dumpD1 } from "./dump-d1.ts";
import { restoreBackup } from "./restore-backup.ts";

const usage = `Writes a backup as the statements that fill an empty D1, for wrangler to execute.

  pnpm d1:sql BACKUP --into FILE

  BACKUP        what oms db backup has written
  --into FILE   where the statements go, as: wrangler d1 execute trading-oms --remote --file FILE
  --help        this text

Exit codes: 0 they are written, 1 they are not, 2 used wrongly.`;

process.exitCode = await writeD1Sql(process.argv.slice(2));

async function writeD1Sql(words: readonly string[]): Promise<number> {
  const settings = readSettings(words);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  const { backupFile, into } = settings;
  const script = "export default { fetch: () => new Response() };";
  const miniflare = new Miniflare({ modules: true, script, d1Databases: ["DB"], cf: false });
  let isOurs = false;
  try {
    const database = (await miniflare.getD1Database("DB")) as unknown as D1Binding;
    await restoreBackup(await openD1Store(database), backupFile);
    const file = createWriteStream(into, { flags: "wx", mode: 0o600 });
    file.once("open", () => {
      isOurs = true;
    });
    await pipeline(Readable.from(linesOf(database)), file);
    console.log(
      `Wrote ${into}. It is for a D1 that holds nothing; what it holds is as private as the backup.`,
    );
    return 0;
  } catch (failure) {
    console.error(`Nothing was written: ${failure instanceof Error ? failure.message : String(failure)}`);
    if (isOurs) await rm(into, { force: true });
    return 1;
  } finally {
    await miniflare.dispose();
  }
}

async function* linesOf(database: D1Binding): AsyncGenerator<string> {
  for await (const statement of dumpD1(database)) yield `${statement};\n`;
}

type Settings = { readonly backupFile: string; readonly into: string; readonly help: boolean };

function readSettings(words: readonly string[]): Settings | { readonly fault: string } {
  try {
    const options = { into: { type: "string" }, help: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const [backupFile = "", ...others] = positionals;
    const { into = "", help } = values;
    if (!help && (backupFile === "" || into === "" || others.length > 0)) {
      return { fault: "Name one backup, and by --into the file that the statements go to." };
    }
    return { backupFile, into, help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
