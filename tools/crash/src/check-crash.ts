import { parseArgs } from "node:util";
import { type CrashSettings, checkEngine } from "./check-engine.ts";
import { makePostgresql } from "./make-postgresql.ts";
import { makeSqlite } from "./make-sqlite.ts";

const usage = `Kills a process that moves cash, changes positions and covers them, again and again, and on PostgreSQL cuts its
connections as well, and looks whether the store kept its word.

  pnpm check:crash [--engine sqlite|postgresql] [--kills N] [--movements N] [--covers N] [--seed N] [--crash-server]

  --engine NAME     one engine only                                     (both)
  --kills N         how often a process is killed at least              (200)
  --movements N     how many movements are acknowledged at least        (10000)
  --covers N        how many changes of a covered amount, likewise      (as many as movements)
  --seed N          what the moments of the kills hang on               (a new one)
  --crash-server    let PostgreSQL crash as a whole now and then; for a server that nobody else uses
  --help            this text

  TEST_DATABASE_URL is a PostgreSQL on this machine where databases may be made
  (postgres://postgres@127.0.0.1:5432/postgres). strace has to be installed.

Exit codes: 0 the stores kept their word, 1 they did not, 2 used wrongly.`;

process.exitCode = await checkCrash(process.argv.slice(2));

async function checkCrash(words: readonly string[]): Promise<number> {
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
  const makers = { sqlite: makeSqlite, postgresql: () => makePostgresql(settings) };
  let faultCount = 0;
  for (const [name, make] of Object.entries(makers)) {
    if (settings.engine !== undefined && settings.engine !== name) continue;
    const engine = await make();
    try {
      faultCount += await checkEngine(engine, settings);
    } finally {
      await engine.remove();
    }
  }
  return faultCount === 0 ? 0 : 1;
}

type Settings = CrashSettings & {
  readonly engine: string | undefined;
  readonly mayCrash: boolean;
  readonly help: boolean;
};

function readSettings(words: readonly string[]): Settings | { readonly fault: string } {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({
      args: [...words],
      options: {
        engine: text,
        kills: text,
        movements: text,
        covers: text,
        seed: text,
        "crash-server": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const {
      engine,
      kills = "200",
      movements = "10000",
      covers = movements,
      seed = String(Date.now() % 1_000_000_000),
      "crash-server": mayCrash,
      help,
    } = values;
    if (engine !== undefined && !["sqlite", "postgresql"].includes(engine)) {
      return { fault: `--engine ${engine} is not known; write sqlite or postgresql.` };
    }
    for (const [name, value] of Object.entries({ kills, movements, covers, seed })) {
      if (!/^\d{1,9}$/.test(value)) return { fault: `--${name} ${value} is no whole number.` };
    }
    const counts = { kills: Number(kills), movements: Number(movements), covers: Number(covers) };
    return { engine, ...counts, seed: Number(seed), mayCrash, help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
