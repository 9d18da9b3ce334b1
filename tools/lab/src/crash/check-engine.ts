import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Services } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { runSql, startProgram } from "@trading-oms/scratch";
import { makeServices } from "../harness/accounts.ts";
import { makeDice } from "../harness/dice.ts";
import { checkReach } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { checkCovers, type JudgedCovers, type KeptCover, type KeyedCover } from "./check-covers.ts";
import type { Cut, Engine } from "./engines.ts";
import { listCrashFixtures } from "./fixtures.ts";
import {
  checkEquity,
  checkHoldings,
  checkMovements,
  checkNotifications,
  checkTrace,
  evaluateStarts,
  type FlushTrace,
  listDueMessages,
} from "./judge-cash.ts";
import { type Kept, readKept, readKeptCovers } from "./read-kept.ts";
import { orderCover, renderCover } from "./writers.ts";

/** The minimum amount of work before a store is judged, and the seed of the kill times. */
export type CrashSettings = {
  readonly kills: number;
  readonly movements: number;
  readonly covers: number;
  readonly seed: number;
};

/** Kills processes on an engine and judges the remaining data. */
export async function checkEngine(engine: Engine, settings: CrashSettings): Promise<Verdict> {
  const runs = await runAll(engine, settings);
  const store = await engine.open();
  const kept = await readKept(store);
  const covers = await lookAtCovers(store, runs);
  await store.close();
  const movements = runs.flatMap((run) => run.movements);
  const holdings = checkHoldings(
    runs.flatMap((run) => run.holdings),
    kept.holdings,
  );
  const starts = evaluateStarts(runs.map(({ readyMs }) => readyMs));
  const trace = await traceFlushes(engine.place);
  const cuts = runs.flatMap(({ cut }) => cut ?? []);
  // A check without work proves nothing.
  const reached = {
    kills: runs.length,
    movements: movements.length,
    "changes of positions": holdings.changeCount,
    covers: covers.coverCount,
    "idempotency keys repeated with the same answer": covers.keyed.filter(
      ({ answer }) => answer !== undefined,
    ).length,
    "audits verified after a kill": covers.auditCount,
    "margin calls notified": kept.users
      .flatMap(({ calls }) => [...calls.values()])
      .reduce((sum, count) => sum + count, 0),
    "movements kept": kept.movements.length,
    "acknowledgements, each after its own flush": trace.acknowledgements,
    ...(engine.cut && {
      "connections cut": cuts.reduce((sum, { connectionCount }) => sum + connectionCount, 0),
    }),
  };
  const faults = [
    ...checkMovements(movements, kept.movements),
    ...holdings.faults,
    ...checkEquity(kept.accounts, kept.movements, holdings.realizedVnd),
    ...checkUsers(kept),
    ...covers.faults,
    ...starts.faults,
    ...checkReach(reached),
    ...(["movements", "covers"] as const)
      .filter((name) => reached[name] < settings[name])
      .map((name) => `only ${reached[name]} of ${settings[name]} ${name} were acknowledged`),
    ...(trace.unflushed > 0 ? [`${trace.unflushed} acknowledgements came before their flush`] : []),
  ];
  for (const note of starts.notes) console.log(`  ${note}`);
  const summary = Object.entries(reached).map(([name, count]) => `${count} ${name}`);
  const line =
    `${engine.name}: ${summary.join(", ")}, ${cuts.filter(({ hasCrashed }) => hasCrashed).length} crashes of the server, ` +
    `ready again within ${starts.longestMs.toFixed(0)} ms`;
  return { line, faults };
}

async function runAll(engine: Engine, settings: CrashSettings): Promise<KilledRun[]> {
  const store = await engine.open();
  await listCrashFixtures(store);
  await store.close();
  const runs: KilledRun[] = [];
  const movements = { count: 0, countMin: settings.movements };
  const covers = { count: 0, countMin: settings.covers };
  const works = [movements, covers];
  let workedMs = 0;
  const isDue = () => runs.length < settings.kills || works.some(({ count, countMin }) => count < countMin);
  // Gives up on a store that makes hardly any progress.
  const killsMax = 50 + 5 * settings.kills;
  while (isDue() && runs.length < killsMax) {
    const seed = settings.seed + runs.length;
    const workMs = momentOf(seed) * chooseSpan({ killsLeft: settings.kills - runs.length, workedMs, works });
    // On a server, every other process loses its connections before it is killed.
    const cut = runs.length % 2 === 0 ? engine.cut : undefined;
    const run = await runUntilKilled(engine.place, { seed, workMs, cut });
    await engine.untilQuiet();
    runs.push(run);
    workedMs += workMs;
    movements.count += run.movements.length;
    covers.count += countCovers(run.covers);
  }
  return runs;
}

/** Counts the acknowledged covers in the output of a process, without comparing it with the store. */
function countCovers(lines: readonly string[]): number {
  return checkCovers(lines, new Map()).coverCount;
}

/** A repeated order adds no audit entry, so the audits are compared before and after all orders are sent again. */
async function lookAtCovers(store: Store, runs: readonly KilledRun[]): Promise<JudgedCovers> {
  const services = makeServices(store);
  const kept = await readKeptCovers(services);
  const judged = checkCovers(
    runs.flatMap((run) => run.covers),
    kept,
  );
  const faults = [...judged.faults, ...(await checkReplays(services, judged.keyed, kept))];
  for (const [accountId, { entries }] of await readKeptCovers(services)) {
    const added = entries.length - (kept.get(accountId)?.entries.length ?? 0);
    if (added !== 0) faults.push(`repeats left ${added} entries in the audit of ${accountId}`);
  }
  return { ...judged, faults };
}

function checkUsers({ users, movements }: Kept): string[] {
  const byUser = Map.groupBy(movements, ({ userId }) => userId);
  return users.flatMap((user) =>
    checkNotifications(user, listDueMessages(byUser.get(user.userId) ?? [], user.calls)),
  );
}

/** When in its time span a process is killed, from 0 to 1, derived from the seed. */
function momentOf(seed: number): number {
  const dice = makeDice(seed);
  // The first draws of neighbouring seeds differ by a constant, so the second ones are used.
  dice(1);
  return dice(1_000_000) / 1_000_000;
}

/** The progress of a check. */
type Progress = {
  /** The remaining number of kills. */
  readonly killsLeft: number;
  /** The total working time of the killed processes. */
  readonly workedMs: number;
  /** Acknowledged and required operations of each kind of work. */
  readonly works: readonly { readonly count: number; readonly countMin: number }[];
};

const spanMsMin = 200;
const spanMsMax = 10_000;

/**
 * The time span in which the next process is killed, in milliseconds. It lets the kills and the slowest work finish at
 * the same time on a server and machine of any speed.
 */
export function chooseSpan({ killsLeft, workedMs, works }: Progress): number {
  const dueMs = works.map(({ count, countMin }) => {
    if (count >= countMin) return 0;
    const eachMs = workedMs / Math.max(1, count);
    return (eachMs * (countMin - count)) / Math.max(1, killsLeft);
  });
  // On average a process lives for half of its span.
  return Math.min(spanMsMax, Math.max(spanMsMin, 2 * Math.max(...dueMs)));
}

/**
 * Repeats every acknowledged order under its key, and reports answers that differ and keys that accept another amount.
 * For an order without an answer, change and outcome must both be there or both be missing.
 */
async function checkReplays(
  services: Services,
  keyed: readonly KeyedCover[],
  kept: ReadonlyMap<string, KeptCover>,
): Promise<string[]> {
  const faults: string[] = [];
  const auditedRequestIds = new Set(
    [...kept.values()].flatMap(({ entries }) => entries.map(({ requestId }) => requestId)),
  );
  for (const sent of keyed) {
    const { accountId, requestId, answer } = sent;
    const userId = (await services.store.findOwner(accountId)) ?? "";
    const outcome = await services.store.readOutcome(userId, requestId);
    if (outcome === undefined) {
      if (answer !== undefined)
        faults.push(`${requestId} was answered under a key that is not known any more`);
      if (auditedRequestIds.has(requestId))
        faults.push(`${requestId} is in the audit, and its key is not known`);
    } else if (answer !== undefined)
      faults.push(...(await checkReplay(services, { userId, accountId }, sent)));
    // An order that changed nothing, or was refused by a rule, leaves no audit entry.
    else if (!auditedRequestIds.has(requestId) && !/ already\.|"status":"failed"/.test(outcome.outcome)) {
      faults.push(`the key of ${requestId} is known, and the audit does not know what it did`);
    }
  }
  return faults;
}

async function checkReplay(
  services: Services,
  key: { readonly userId: string; readonly accountId: string },
  { requestId, amountVnd, answer }: KeyedCover,
): Promise<string[]> {
  const faults: string[] = [];
  const again = renderCover(await orderCover(services, key, { amountVnd, requestId, isKeyed: true }));
  if (again !== answer) faults.push(`${requestId} was answered ${answer}, and is answered ${again} now`);
  const other = await orderCover(services, key, { amountVnd: amountVnd + 1n, requestId, isKeyed: true });
  if (other.kind !== "refused" || other.code !== "idempotency-key-reused") {
    faults.push(`${requestId} took another amount under its key`);
  }
  return faults;
}

/** The output of a killed process, its startup time, and how its connections were cut. */
type KilledRun = {
  readonly movements: readonly string[];
  readonly holdings: readonly string[];
  readonly covers: readonly string[];
  readonly readyMs: number;
  readonly cut: Cut | undefined;
};

/** When a process is killed after it is ready, and how its connections are cut before. */
type KillPlan = {
  readonly seed: number;
  readonly workMs: number;
  readonly cut: (() => Promise<Cut>) | undefined;
};

const program = fileURLToPath(new URL("write-until-killed.ts", import.meta.url));

/** Runs a process on a store for a while, cuts its connections, and kills it with SIGKILL. */
async function runUntilKilled(place: string, { seed, workMs, cut }: KillPlan): Promise<KilledRun> {
  const began = performance.now();
  const writer = startProgram(process.execPath, [program, place, String(seed)]);
  await writer.untilPrinted(/\n/);
  const readyMs = performance.now() - began;
  const cutting = cut && wait(workMs / 2).then(cut);
  // A failure is thrown below, after the process was killed; until then it must not end the run as unhandled.
  cutting?.catch(() => {});
  await wait(workMs);
  const { signal } = await writer.end("SIGKILL");
  if (signal !== "SIGKILL") throw new Error(`The process ended by itself:\n${writer.complained()}`);
  return { ...readLines(writer.printed()), readyMs, cut: await cutting };
}

function readLines(printed: string): Pick<KilledRun, "movements" | "holdings" | "covers"> {
  // The kill may have cut the last line. An incomplete acknowledgement does not count.
  const whole = printed.slice(0, printed.lastIndexOf("\n") + 1);
  const lines = whole.split("\n").filter((line) => line !== "" && line !== "ready");
  const byKind = Map.groupBy(lines, (line) => /^(hold|cover) /.exec(line)?.[1] ?? "move");
  return {
    movements: byKind.get("move") ?? [],
    holdings: byKind.get("hold") ?? [],
    covers: byKind.get("cover") ?? [],
  };
}

const tracedMs = 2_000;

const tracedSeed = "7";
/** With one account, no flush belongs to the change of another. */
const tracedAccountCount = "1";

/** Traces the system calls of one writer and its server for a while. */
async function traceFlushes(place: string): Promise<FlushTrace> {
  const logPath = join(tmpdir(), `oms-trace-${process.pid}.txt`);
  const writer = startProgram(process.execPath, [program, place, tracedSeed, tracedAccountCount]);
  try {
    // After the first write, the server process of the connection exists and can be traced.
    await writer.untilPrinted(/^A-/m);
    const servers = place.startsWith("postgres") ? await listServerProcesses(place) : [];
    await watch([writer.pid, ...servers], logPath);
    return checkTrace(await readFile(logPath, "utf8"));
  } finally {
    await writer.end("SIGKILL");
    await rm(logPath, { force: true });
  }
}

async function watch(processes: readonly number[], logPath: string): Promise<void> {
  const targets = processes.flatMap((each) => ["-p", String(each)]);
  const words = ["-f", "-qq", "-s", "80", "-e", "trace=fsync,fdatasync,write", "-o", logPath, ...targets];
  const strace = startProgram("strace", words);
  const ending = Promise.race([wait(tracedMs).then(() => strace.end("SIGINT")), strace.ended]);
  const { code, signal } = await ending.catch((failure: unknown) => {
    throw new Error("There is no strace; install it (Debian: apt-get install strace).", { cause: failure });
  });
  const complained = strace.complained().trim();
  // strace continues if it may trace only some processes. A process that it missed would look like a missing flush.
  if (/not permitted/.test(complained))
    throw new Error(
      `strace may not trace here; give it CAP_SYS_PTRACE (docker run --cap-add=SYS_PTRACE), or run as root: ${complained}`,
    );
  if (code !== 0 && code !== 130 && signal !== "SIGINT")
    throw new Error(`strace ended with ${code}: ${complained}`);
}

/** The processes of the PostgreSQL at a URL, including the postmaster. It must run on this machine. */
async function listServerProcesses(url: string): Promise<number[]> {
  // All processes that may flush: backends, the WAL writer, the checkpointer, and the postmaster that starts more.
  const rows = await runSql(
    url,
    `select pid from pg_stat_activity where pid <> pg_backend_pid()
     union select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int`,
  );
  return rows.map(({ pid }) => Number(pid));
}
