import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Services } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { dropDatabase, makeDatabase } from "@trading-oms/scratch-database";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { runOms } from "../run-oms.ts";
import type { Verdict } from "../verdict.ts";
import { writeCatalog } from "../write-catalog.ts";
import { judgeRace } from "./judge-race.ts";
import { listRacedPositions } from "./list-raced-positions.ts";
import { readRacedAccounts } from "./read-raced-accounts.ts";
import { type RaceSettings, runRace } from "./run-race.ts";

const usage = `Lets fifty clients cover the same twenty positions through two built servers on one database, and looks whether
what was told, what is in force and what the audits say are one story.

  pnpm check:race [--seconds N] [--engine sqlite|postgresql] [--seed N]

  --seconds N     how long is raced on each engine          (30)
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
  const races = { sqlite: raceOnSqlite, postgresql: raceOnPostgresql };
  let faultCount = 0;
  for (const [name, race] of Object.entries(races)) {
    if (settings.engine !== undefined && settings.engine !== name) continue;
    const folder = await mkdtemp(join(tmpdir(), "oms-race-"));
    try {
      const { line, faults } = await race(folder, settings);
      console.log(`${line}: ${faults.length === 0 ? "one story" : "NOT ONE STORY"}`);
      for (const fault of faults.slice(0, faultsShownMax)) console.error(`  ${fault}`);
      faultCount += faults.length;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return faultCount === 0 ? 0 : 1;
}

async function raceOnSqlite(folder: string, settings: RaceSettings): Promise<Verdict> {
  const open = (): Promise<Store> => openSqliteStore({ path: join(folder, "oms.sqlite") });
  return race("SQLite", folder, { DATA_DIR: folder }, open, settings);
}

async function raceOnPostgresql(folder: string, settings: RaceSettings): Promise<Verdict> {
  const url = await makeDatabase();
  try {
    const open = (): Promise<Store> => openPostgresqlStore({ url });
    return await race("PostgreSQL", folder, { DATA_DIR: folder, DATABASE_URL: url }, open, settings);
  } finally {
    await dropDatabase(url);
  }
}

async function race(
  engine: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
  open: () => Promise<Store>,
  settings: RaceSettings,
): Promise<Verdict> {
  const catalog = join(folder, "catalog.csv");
  await writeCatalog(catalog, [...new Set(listRacedPositions().map(({ symbol }) => symbol))]);
  await runOms(environment, "instruments", "import", catalog);
  const store = await open();
  try {
    const services: Services = { store, now: () => Date.now(), makeId: randomUUID, hash: hashText };
    const raced = await runRace(services, environment, settings);
    return judgeRace(engine, raced, await readRacedAccounts(services, raced.positions));
  } finally {
    await store.close();
  }
}

async function hashText(text: string): Promise<string> {
  return createHash("sha256").update(text).digest("hex");
}

function readSettings(
  words: readonly string[],
):
  | (RaceSettings & { readonly engine: string | undefined; readonly help: boolean })
  | { readonly fault: string } {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({
      args: [...words],
      options: { seconds: text, engine: text, seed: text, help: { type: "boolean", default: false } },
    });
    const { seconds = "30", engine, seed = String(Date.now() % 1_000_000_000), help } = values;
    if (engine !== undefined && !["sqlite", "postgresql"].includes(engine)) {
      return { fault: `--engine ${engine} is not known; write sqlite or postgresql.` };
    }
    for (const [name, value] of Object.entries({ seconds, seed })) {
      if (!/^\d{1,9}$/.test(value)) return { fault: `--${name} ${value} is no whole number.` };
    }
    return { seconds: Number(seconds), engine, seed: Number(seed), help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
