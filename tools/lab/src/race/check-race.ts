import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { listRecords } from "../harness/accounts.ts";
import { shareClock } from "../harness/clock.ts";
import { labTest } from "../harness/lab-test.ts";
import { engines, withStore } from "../harness/stores.ts";
import { listRacedRecords } from "./covers.ts";
import { race } from "./race.ts";

export const test = labTest({
  about: `Lets fifty clients cover the same twenty positions through two built servers on one database, and looks whether
what was told, what is in force and what the audits say are one story. TEST_DATABASE_URL is a PostgreSQL where databases
may be made (postgres://postgres@127.0.0.1:5432/postgres).`,
  options: {
    engine: { kind: "choice", about: "one engine only", names: engines },
    seconds: { kind: "count", about: "how long is raced on each engine", usual: 30, short: 5 },
  },
  run: async ({ options, seed, folder, report }) => {
    for (const engine of engines) {
      if (options.engine !== undefined && options.engine !== engine) continue;
      const place = await mkdtemp(join(folder, `${engine}-`));
      const { line, faults } = await withStore(engine, place, async (services, environment) => {
        await listRecords(services, listRacedRecords());
        return race(services, { ...environment, ...shareClock() }, { ...options, seed });
      });
      report({ line: `${line} on ${engine}`, faults });
    }
  },
});
