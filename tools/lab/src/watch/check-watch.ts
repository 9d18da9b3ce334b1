import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { withDatabase } from "@trading-oms/scratch";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { labTest, type Verdict } from "../ground/lab-test.ts";
import {
  runAlone,
  runShared,
  runStandBy,
  runVariant,
  type Variant,
  type VariantSettings,
} from "./variants.ts";

export const test = labTest({
  about: `Lets prices rise and fall by hand while built servers watch positions and are killed in the middle of it, and looks
whether each owner was told each thing once, and how long others took to go on. TEST_DATABASE_URL is a PostgreSQL where
databases may be made (postgres://postgres@127.0.0.1:5432/postgres).`,
  options: {
    episodes: {
      kind: "count",
      about: "how many there are in each variant at least",
      usual: 1_000,
      short: 200,
    },
    kills: {
      kind: "count",
      about: "how often a server is killed in each variant at least",
      usual: 5,
      short: 1,
    },
  },
  // Most of a run is waiting for leases to end, so that runs are hardly in each other's way.
  run: async ({ options, seed, folder, tell }) => {
    const settings = { episodeCountMin: options.episodes, killCount: options.kills };
    const runs = variants.map(async ({ runOn, ...variant }, index) => {
      const place = await mkdtemp(join(folder, "variant-"));
      // One that breaks off leaves the others alone.
      tell(
        await runOn(variant, place, { ...settings, seed: seed + index * 7_919 }).catch((thrown: unknown) => ({
          line: variant.name,
          faults: [`it broke off: ${explain(thrown)}`],
        })),
      );
    });
    await Promise.all(runs);
  },
});

const variants: readonly (Variant & { readonly runOn: typeof runOnSqlite })[] = [
  { name: "PostgreSQL, one holds all and another stands by", play: runStandBy, runOn: runOnPostgresql },
  { name: "PostgreSQL, two share", play: runShared, runOn: runOnPostgresql },
  { name: "SQLite, one is started again", play: runAlone, runOn: runOnSqlite },
];

function explain(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

async function runOnPostgresql(
  variant: Variant,
  folder: string,
  settings: VariantSettings,
): Promise<Verdict> {
  return withDatabase(async (url) => {
    const store = await openPostgresqlStore({ url });
    const environment = { DATA_DIR: folder, DATABASE_URL: url };
    return runVariant(variant, store, environment, settings).finally(() => store.close());
  });
}

async function runOnSqlite(variant: Variant, folder: string, settings: VariantSettings): Promise<Verdict> {
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  return runVariant(variant, store, { DATA_DIR: folder }, settings).finally(() => store.close());
}
