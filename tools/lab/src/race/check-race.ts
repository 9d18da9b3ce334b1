import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { listRecords } from "../harness/accounts.ts";
import { shareClock } from "../harness/clock.ts";
import { labTest } from "../harness/lab-test.ts";
import { engines, withStore } from "../harness/stores.ts";
import { listRacedRecords } from "./covers.ts";
import { decideOnNewest } from "./facts.ts";
import { fall } from "./falls.ts";
import { race } from "./race.ts";

const trials = { race, fall, facts: decideOnNewest };

export const test = labTest({
  about: `Lets fifty clients cover the same twenty positions through two built servers on one database, and looks whether
what was told, what is in force and what the audits say are one story. Then lets prices fall and rise on two feeds, of
which each is late by up to a second, while owners change their covers: each fall is notified once, and nothing is decided
on a price older than one before. Then sets prices by hand at a server and by a command, halts symbols, begins days with other
reference prices and raises rates, and decides at once at a server with the feed, at one without and by a command: none decides
on older facts, and each rise calls once. TEST_DATABASE_URL is a PostgreSQL where databases may be made
(postgres://postgres@127.0.0.1:5432/postgres).`,
  options: {
    engine: { kind: "choice", about: "one engine only", names: engines },
    seconds: { kind: "count", about: "how long is raced on each engine", usual: 30, short: 5 },
    falls: { kind: "count", about: "how many prices fall on each engine", usual: 200, short: 20 },
    facts: {
      kind: "count",
      about: "how many prices by hand, halts, days and rises of a rate on each engine",
      usual: 200,
      short: 30,
    },
    only: { kind: "choice", about: "one part only", names: Object.keys(trials) },
  },
  run: async ({ options, seed, folder, report }) => {
    for (const engine of engines) {
      if (options.engine !== undefined && options.engine !== engine) continue;
      for (const [name, trial] of Object.entries(trials)) {
        if (options.only !== undefined && options.only !== name) continue;
        const place = await mkdtemp(join(folder, `${engine}-`));
        const { line, faults } = await withStore(engine, place, async (services, environment) => {
          await listRecords(services, listRacedRecords());
          return trial(services, { ...environment, ...shareClock() }, { ...options, seed });
        });
        report({ line: `${line} on ${engine}`, faults });
      }
    }
  },
});
