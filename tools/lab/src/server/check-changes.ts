import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runOms, withDatabase, writeCatalog } from "@trading-oms/scratch";
import type { Verdict } from "../harness/lab-test.ts";
import { type ServerProcess, startServerProcess, stopInPeace } from "../harness/server.ts";
import { openKeptConnection, paths, type WireAnswer, writeRequest } from "../harness/wire.ts";

const seenMsMax = 1_000;
const lookMs = 5;

/** A change by the command line, a request, and how its answer shows the change. */
type Change = {
  readonly name: string;
  readonly commands: readonly string[];
  readonly path: string;
  readonly shows: (answer: WireAnswer) => boolean;
};

/** Changes the data of a running server from another process, and measures the delay over HTTP. */
export async function checkChanges({ folder }: { readonly folder: string }): Promise<Verdict[]> {
  const dataFolder = join(folder, "changes");
  await mkdir(dataFolder, { recursive: true });
  const onSqlite = await checkOn("SQLite", dataFolder, { DATA_DIR: dataFolder });
  const onPostgresql = await withDatabase((url) =>
    checkOn("PostgreSQL", dataFolder, { DATA_DIR: dataFolder, DATABASE_URL: url }),
  );
  return [onSqlite, onPostgresql];
}

async function checkOn(
  engine: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Verdict> {
  const [catalog, changedCatalog] = [join(folder, "catalog.csv"), join(folder, "changed.csv")];
  await writeCatalog(catalog, ["FPT"]);
  await writeCatalog(changedCatalog, ["FPT", "ENDURE"]);
  await runOms(settings, "db", "migrate");
  await runOms(settings, "instruments", "import", catalog);
  await runOms(settings, "accounts", "open", "A-1", "--user", "demo");
  const server = await startServerProcess(settings);
  const faults: string[] = [];
  const summaries: string[] = [];
  for (const change of await changesWith(folder, changedCatalog)) {
    const seenMs = await measureChange(server, settings, change);
    summaries.push(`${change.name} ${seenMs.toFixed(0)} ms`);
    if (seenMs > seenMsMax) faults.push(`on ${engine} ${change.name} was not seen within ${seenMsMax} ms`);
  }
  faults.push(...(await stopInPeace(server)));
  return {
    line: `on ${engine}, seen after the command's end: ${summaries.join(", ")} (at most ${seenMsMax})`,
    faults,
  };
}

async function changesWith(folder: string, catalog: string): Promise<Change[]> {
  const write = async (name: string, ...lines: readonly string[]): Promise<string> => {
    await writeFile(join(folder, name), `${lines.join("\n")}\n`);
    return join(folder, name);
  };
  const rates = await write(
    "rates.csv",
    "level,name,marginRatio,marginCallRate,forceCloseRate",
    "symbol,FPT,0.77,0.4,0.3",
  );
  const cashHeader = "accountId,kind,amountVnd";
  const cash = await write("cash.csv", cashHeader, "A-1,deposit,1234567");
  const cashOfNew = await write("cash-of-new.csv", cashHeader, "A-2,deposit,7654321");
  const notifications = `${paths.notifications}?limit=1`;
  return [
    {
      name: "rates",
      commands: [`rates import ${rates}`],
      path: `${paths.ratio}FPT`,
      shows: ({ body }) => body.includes('"marginRatio":0.77'),
    },
    {
      name: "an instrument",
      commands: [`instruments import ${catalog}`],
      path: `${paths.ratio}ENDURE`,
      shows: ({ status }) => status === 200,
    },
    {
      name: "cash",
      commands: [`cash import ${cash}`],
      path: notifications,
      shows: ({ body }) => body.includes("1234567"),
    },
    {
      name: "the cash of a new account",
      commands: ["accounts open A-2 --user demo", `cash import ${cashOfNew}`],
      path: notifications,
      shows: ({ body }) => body.includes("7654321") && body.includes("A-2"),
    },
  ];
}

/** The milliseconds from the end of the command until a loop of requests sees the change; 0 if the first one does. */
async function measureChange(
  { port, token }: ServerProcess,
  settings: Readonly<Record<string, string>>,
  { commands, path, shows }: Change,
): Promise<number> {
  const connection = openKeptConnection(port);
  const isSeen = async (): Promise<boolean> => shows(await connection.ask(writeRequest({ path, token })));
  if (await isSeen()) throw new Error(`${path} shows the change before it is made.`);
  let endedMs = Number.POSITIVE_INFINITY;
  const work = (async () => {
    for (const command of commands) await runOms(settings, ...command.split(" "));
    endedMs = performance.now();
  })();
  while (!(await isSeen()) && performance.now() - endedMs <= 2 * seenMsMax) await wait(lookMs);
  const seenMs = performance.now();
  await work;
  connection.close();
  return Math.max(0, seenMs - endedMs);
}
