import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Services } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { dropDatabase, makeDatabase } from "@trading-oms/scratch";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { runOms } from "../run-oms.ts";
import { shiftedClock } from "../shift-clock.ts";
import type { Verdict } from "../verdict.ts";
import { writeCatalog } from "../write-catalog.ts";
import { judgeFalls } from "./judge-falls.ts";
import { judgeRace } from "./judge-race.ts";
import { listRacedPositions } from "./list-raced-positions.ts";
import { readRacedAccounts } from "./read-raced-accounts.ts";
import { type FallSettings, runFalls } from "./run-falls.ts";
import { type RaceSettings, runRace } from "./run-race.ts";

const usage = `Lets fifty clients cover the same twenty positions through two built servers on one database, and looks whether
what was told, what is in force and what the audits say are one story. Then lets prices fall and rise on two feeds, of
which each is late by up to a second, while owners change their covers: each fall is told once, and nothing is decided
on a price older than one before.

  pnpm check:race [--seconds N] [--falls N] [--engine sqlite|postgresql] [--seed N]

  --seconds N     how long is raced on each engine          (30)
  --falls N       how many prices fall on each engine       (200)
  --engine NAME   one engine only                           (both)
  --seed N        what chance hangs on                      (a new one)
  --help          this text

  TEST_DATABASE_URL is a PostgreSQL where databases may be made
  (postgres://postgres@127.0.0.1:5432/postgres).

Exit codes: 0 it is one story, 1 it is not, 2 used wrongly.`;

const faultsShownMax = 20;

process.exitCode = await checkRace(process.argv.slice(2));

async function checkRace(words: readonly string[]): Promise<number> {
  const settings = readSettings(words);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  console.log(`seed ${settings.seed}`);
  const stores = { sqlite: onSqlite, postgresql: onPostgresql };
  const trials = [
    { run: race, wanted: "one story" },
    { run: fall, wanted: "each told once" },
  ];
  let faultCount = 0;
  for (const [name, withStore] of Object.entries(stores)) {
    if (settings.engine !== undefined && settings.engine !== name) continue;
    for (const { run, wanted } of trials) {
      const { line, faults } = await withStore((...given) => run(...given, settings));
      console.log(`${line} on ${name}: ${faults.length === 0 ? wanted : `NOT ${wanted.toUpperCase()}`}`);
      for (const fault of faults.slice(0, faultsShownMax)) console.error(`  ${fault}`);
      faultCount += faults.length;
    }
  }
  return faultCount === 0 ? 0 : 1;
}

type Environment = Readonly<Record<string, string>>;
type Trial = (services: Services, environment: Environment) => Promise<Verdict>;

async function onSqlite(run: Trial): Promise<Verdict> {
  return inFolder((folder) => {
    const open = (): Promise<Store> => openSqliteStore({ path: join(folder, "oms.sqlite") });
    return runTrial(folder, {}, open, run);
  });
}

async function onPostgresql(run: Trial): Promise<Verdict> {
  const url = await makeDatabase();
  try {
    const open = (): Promise<Store> => openPostgresqlStore({ url });
    return await inFolder((folder) => runTrial(folder, { DATABASE_URL: url }, open, run));
  } finally {
    await dropDatabase(url);
  }
}

async function inFolder(work: (folder: string) => Promise<Verdict>): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), "oms-race-"));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

async function runTrial(
  folder: string,
  database: Environment,
  open: () => Promise<Store>,
  run: Trial,
): Promise<Verdict> {
  const environment = { DATA_DIR: folder, ...database, ...shiftedClock };
  const catalog = join(folder, "catalog.csv");
  await writeCatalog(catalog, [...new Set(listRacedPositions().map(({ symbol }) => symbol))]);
  await runOms(environment, "instruments", "import", catalog);
  const store = await open();
  const services: Services = { store, now: () => Date.now(), makeId: randomUUID, hash: hashText };
  return run(services, environment).finally(() => store.close());
}

async function race(services: Services, environment: Environment, settings: RaceSettings): Promise<Verdict> {
  const raced = await runRace(services, environment, settings);
  return judgeRace(raced, await readRacedAccounts(services, raced.positions));
}

async function fall(services: Services, environment: Environment, settings: FallSettings): Promise<Verdict> {
  const run = await runFalls(services, environment, settings);
  return judgeFalls(run, await readRacedAccounts(services, run.positions));
}

async function hashText(text: string): Promise<string> {
  return createHash("sha256").update(text).digest("hex");
}

function readSettings(
  words: readonly string[],
):
  | (RaceSettings & FallSettings & { readonly engine: string | undefined; readonly help: boolean })
  | { readonly fault: string } {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({
      args: [...words],
      options: {
        seconds: text,
        falls: text,
        engine: text,
        seed: text,
        help: { type: "boolean", default: false },
      },
    });
    const { seconds = "30", falls = "200", engine, seed = String(Date.now() % 1_000_000_000), help } = values;
    if (engine !== undefined && !["sqlite", "postgresql"].includes(engine)) {
      return { fault: `--engine ${engine} is not known; write sqlite or postgresql.` };
    }
    for (const [name, value] of Object.entries({ seconds, falls, seed })) {
      if (!/^\d{1,9}$/.test(value)) return { fault: `--${name} ${value} is no whole number.` };
    }
    return { seconds: Number(seconds), fallCount: Number(falls), engine, seed: Number(seed), help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
