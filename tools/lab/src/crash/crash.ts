import { labTest } from "../harness/lab-test.ts";
import { checkEngine } from "./check-engine.ts";
import { makePostgresql, makeSqlite } from "./engines.ts";

export const test = labTest({
  about: `Kills a process that moves cash, changes positions and covers them, again and again, and on PostgreSQL cuts its
connections as well, and checks that the store has every acknowledged change, and no part of another. TEST_DATABASE_URL
is a PostgreSQL on this machine where databases may be made (postgres://postgres@127.0.0.1:5432/postgres). strace has to
be installed.`,
  options: {
    engine: { kind: "choice", about: "one engine only", names: ["sqlite", "postgresql"] },
    kills: { kind: "count", about: "how often a process is killed at least", usual: 200, short: 20 },
    movements: { kind: "count", about: "acknowledged movements at least", usual: 10_000, short: 500 },
    covers: {
      kind: "count",
      about: "acknowledged changes of a covered amount at least",
      usual: 10_000,
      short: 500,
    },
    "crash-server": {
      kind: "flag",
      about: "let PostgreSQL crash as a whole now and then; only for a server without other users",
    },
  },
  run: async ({ options, seed, report }) => {
    const makers = {
      sqlite: makeSqlite,
      postgresql: () => makePostgresql({ mayCrash: options["crash-server"] }),
    };
    for (const [name, make] of Object.entries(makers)) {
      if (options.engine !== undefined && options.engine !== name) continue;
      const engine = await make();
      try {
        report(await checkEngine(engine, { ...options, seed }));
      } finally {
        await engine.remove();
      }
    }
  },
});
