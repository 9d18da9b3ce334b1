import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dropDatabase, makeDatabase } from "@trading-oms/scratch";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import type { Verdict } from "../verdict.ts";
import { readSettings, type Settings } from "./read-settings.ts";
import { runAlone } from "./run-alone.ts";
import { runShared } from "./run-shared.ts";
import { runStandBy } from "./run-stand-by.ts";
import { runVariant, type Variant, type VariantSettings } from "./run-variant.ts";

const usage = `Lets prices rise and fall by hand while built servers watch positions and are killed in the middle of it, and looks
whether each owner was told each thing once, and how long others took to go on.

  pnpm check:watch [--short] [--seed N] [--episodes N]

  --short         as CI does it, in less than a minute
  --seed N        what chance hangs on                             (a new one)
  --episodes N    how many there are in each variant, at least     (1000, or 200 where it is short)
  --help          this text

  TEST_DATABASE_URL is a PostgreSQL where databases may be made
  (postgres://postgres@127.0.0.1:5432/postgres).

Exit codes: 0 each was told once and in time, 1 not so, 2 used wrongly.`;

const faultsShownMax = 20;

process.exitCode = await checkWatch(process.argv.slice(2));

async function checkWatch(words: readonly string[]): Promise<number> {
  const settings = readSettings(words, Date.now() % 1_000_000_000);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  console.log(`seed ${settings.seed}`);
  // Most of a run is waiting for leases to end, so that runs are hardly in each other's way.
  const faultCounts = await Promise.all(runsOf(settings).map(tellRun));
  return faultCounts.every((count) => count === 0) ? 0 : 1;
}

type Run = { readonly name: string; readonly start: (folder: string) => Promise<Verdict> };

function runsOf({ isShort, seed, episodeCountMin }: Settings): Run[] {
  const settings = { episodeCountMin, killCount: isShort ? 1 : 5 };
  const variants: readonly (Variant & { readonly runOn: typeof runOnSqlite })[] = [
    { name: "PostgreSQL, one holds all and another stands by", play: runStandBy, runOn: runOnPostgresql },
    { name: "PostgreSQL, two share", play: runShared, runOn: runOnPostgresql },
    { name: "SQLite, one is started again", play: runAlone, runOn: runOnSqlite },
  ];
  return variants.map(({ runOn, ...variant }, index) => ({
    name: variant.name,
    start: (folder) => runOn(variant, folder, { ...settings, seed: seed + index * 7_919 }),
  }));
}

/** Tells how a run went, and gives the number of its faults; one that breaks off leaves the others alone. */
async function tellRun({ name, start }: Run): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "oms-watch-"));
  const { line, faults } = await start(folder)
    .catch((thrown: unknown) => ({ line: name, faults: [`it broke off: ${explain(thrown)}`] }))
    .finally(() => rm(folder, { recursive: true, force: true }));
  console.log(`${line}: ${faults.length === 0 ? "each told once" : "NOT AS IT HAS TO BE"}`);
  for (const fault of faults.slice(0, faultsShownMax)) console.error(`  ${fault}`);
  return faults.length;
}

function explain(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

async function runOnPostgresql(
  variant: Variant,
  folder: string,
  settings: VariantSettings,
): Promise<Verdict> {
  const url = await makeDatabase();
  try {
    const store = await openPostgresqlStore({ url });
    const environment = { DATA_DIR: folder, DATABASE_URL: url };
    return await runVariant(variant, store, environment, settings).finally(() => store.close());
  } finally {
    await dropDatabase(url);
  }
}

async function runOnSqlite(variant: Variant, folder: string, settings: VariantSettings): Promise<Verdict> {
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  return runVariant(variant, store, { DATA_DIR: folder }, settings).finally(() => store.close());
}
