import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Engine } from "./engine.ts";
import { judgeMovements } from "./judge-movements.ts";
import { makePostgresql } from "./make-postgresql.ts";
import { makeSqlite } from "./make-sqlite.ts";
import { readKept } from "./read-kept.ts";
import { runUntilKilled } from "./run-until-killed.ts";
import { traceFlushes } from "./trace-flushes.ts";

const usage = `Kills a process that moves cash, again and again, and looks whether the store kept its word.

  pnpm check:crash [--engine sqlite|postgresql] [--kills N] [--movements N] [--seed N]

  --engine NAME     one engine only                                     (both)
  --kills N         how often a process is killed at least              (200)
  --movements N     how many movements are acknowledged at least        (10000)
  --seed N          what the moments of the kills hang on               (a new one)
  --help            this text

  TEST_DATABASE_URL is a PostgreSQL on this machine where databases may be made
  (postgres://postgres@127.0.0.1:5432/postgres). strace has to be installed.

Exit codes: 0 the stores kept their word, 1 they did not, 2 used wrongly.`;

const readyMsMax = 2_000;
const workMsMax = 200;

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
  const makers = { sqlite: makeSqlite, postgresql: makePostgresql };
  let faultCount = 0;
  for (const [name, make] of Object.entries(makers)) {
    if (settings.engine !== undefined && settings.engine !== name) continue;
    const engine = await make();
    try {
      faultCount += await check(engine, settings);
    } finally {
      await engine.remove();
    }
  }
  return faultCount === 0 ? 0 : 1;
}

async function check(engine: Engine, { kills, movements, seed }: Settings): Promise<number> {
  const acknowledged: string[] = [];
  let readyMs = 0;
  let count = 0;
  for (; count < kills || acknowledged.length < movements; count += 1) {
    const run = await runUntilKilled(engine.place, seed + count, momentOf(seed + count));
    acknowledged.push(...run.acknowledged);
    if (count > 0) readyMs = Math.max(readyMs, run.readyMs);
  }
  const store = await engine.open();
  const kept = await readKept(store);
  await store.close();
  const faults = judgeMovements(acknowledged, kept.movements, kept.accounts);
  if (readyMs > readyMsMax) faults.push(`a process was ready only after ${readyMs.toFixed(0)} ms`);
  const trace = await traceOf(engine);
  if (trace.unflushed > 0) faults.push(`${trace.unflushed} acknowledgements came before their flush`);
  if (trace.acknowledgements === 0) faults.push("strace saw no acknowledgement");
  console.log(
    `${engine.name}: ${count} kills, ${acknowledged.length} movements acknowledged, ${kept.movements.length} kept, ` +
      `ready again within ${readyMs.toFixed(0)} ms, ` +
      `${trace.acknowledgements} acknowledgements each after a flush of their own: ${faults.length === 0 ? "kept" : "BROKEN"}`,
  );
  for (const fault of faults.slice(0, 20)) console.error(`  ${fault}`);
  return faults.length;
}

async function traceOf(engine: Engine): Promise<Awaited<ReturnType<typeof traceFlushes>>> {
  const logPath = join(tmpdir(), `oms-trace-${process.pid}.txt`);
  try {
    return await traceFlushes(engine.place, logPath, 2_000);
  } finally {
    await rm(logPath, { force: true });
  }
}

/** When a process is killed after it is ready: at any moment, and the same one for the same seed. */
function momentOf(seed: number): number {
  return ((Math.imul(seed, 2_654_435_761) >>> 0) / 2 ** 32) * workMsMax;
}

type Settings = {
  readonly engine: string | undefined;
  readonly kills: number;
  readonly movements: number;
  readonly seed: number;
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
        seed: text,
        help: { type: "boolean", default: false },
      },
    });
    const {
      engine,
      kills = "200",
      movements = "10000",
      seed = String(Date.now() % 1_000_000_000),
      help,
    } = values;
    if (engine !== undefined && !["sqlite", "postgresql"].includes(engine)) {
      return { fault: `--engine ${engine} is not known; write sqlite or postgresql.` };
    }
    for (const [name, value] of Object.entries({ kills, movements, seed })) {
      if (!/^\d{1,9}$/.test(value)) return { fault: `--${name} ${value} is no whole number.` };
    }
    return { engine, kills: Number(kills), movements: Number(movements), seed: Number(seed), help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
