import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { labTest } from "../harness/lab-test.ts";
import { engines, withStore } from "../harness/stores.ts";
import { runExDate } from "./ex-date.ts";

export const test = labTest({
  about: `Fills a store with positions in one symbol. A server hears its closing price, and another one the halved reference
price of the next day and prices around it. Meanwhile "oms positions adjust" is killed several times at drawn moments and then
repeated to its end. Nobody may be called before a price that the adjusted figures do not bear, then each once, and each
position is doubled exactly once. Shows what 100,000 positions take, and the memory of the command. TEST_DATABASE_URL is a
PostgreSQL where databases may be made (postgres://postgres@127.0.0.1:5432/postgres).`,
  options: {
    positions: { kind: "count", about: "positions in the symbol", usual: 100_000, short: 3_000, min: 500 },
    kills: { kind: "count", about: "kills of the command", usual: 6, short: 4, min: 1 },
    engine: { kind: "choice", about: "this store alone", names: engines },
  },
  run: async ({ options, seed, folder, report }) => {
    const { positions, kills } = options;
    for (const engine of engines.filter((each) => each === (options.engine ?? each))) {
      const place = await mkdtemp(join(folder, `${engine}-`));
      const { line, faults } = await withStore(engine, place, (services, environment) =>
        runExDate(services, environment, { positions, kills, seed }),
      );
      report({ line: `${engine}: ${line}`, faults });
    }
  },
});
