import { createHash, randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { Services } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { withDatabase } from "@trading-oms/scratch";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { shiftedClock } from "../ground/clock.ts";
import { labTest, type Verdict } from "../ground/lab-test.ts";
import { runOms, writeCatalog } from "../ground/oms.ts";
import { listRacedPositions, readRacedAccounts } from "./covers.ts";
import { type FallSettings, judgeFalls, runFalls } from "./falls.ts";
import { judgeRace, type RaceSettings, runRace } from "./race.ts";

const engines = ["sqlite", "postgresql"] as const;

export const test = labTest({
  about: `Lets fifty clients cover the same twenty positions through two built servers on one database, and looks whether
what was told, what is in force and what the audits say are one story. Then lets prices fall and rise on two feeds, of
which each is late by up to a second, while owners change their covers: each fall is told once, and nothing is decided
on a price older than one before. TEST_DATABASE_URL is a PostgreSQL where databases may be made
(postgres://postgres@127.0.0.1:5432/postgres).`,
  options: {
    engine: { kind: "choice", about: "one engine only", names: engines },
    seconds: { kind: "count", about: "how long is raced on each engine", usual: 30, short: 5 },
    falls: { kind: "count", about: "how many prices fall on each engine", usual: 200, short: 20 },
  },
  run: async ({ options, seed, folder, tell }) => {
    const stores = { sqlite: onSqlite, postgresql: onPostgresql };
    const settings = { seconds: options.seconds, fallCount: options.falls, seed };
    for (const name of engines) {
      if (options.engine !== undefined && options.engine !== name) continue;
      for (const trial of [race, fall]) {
        const place = await mkdtemp(join(folder, `${name}-`));
        const { line, faults } = await stores[name](place, (...given) => trial(...given, settings));
        tell({ line: `${line} on ${name}`, faults });
      }
    }
  },
});

type Environment = Readonly<Record<string, string>>;
type Trial = (services: Services, environment: Environment) => Promise<Verdict>;

async function onSqlite(folder: string, run: Trial): Promise<Verdict> {
  const open = (): Promise<Store> => openSqliteStore({ path: join(folder, "oms.sqlite") });
  return runTrial(folder, {}, open, run);
}

async function onPostgresql(folder: string, run: Trial): Promise<Verdict> {
  return withDatabase((url) =>
    runTrial(folder, { DATABASE_URL: url }, () => openPostgresqlStore({ url }), run),
  );
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
