/** Kills processes that write to one engine, and compares what they printed with what is left. */
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Services } from "@trading-oms/brokerage";
import { startProgram } from "@trading-oms/scratch";
import { makeServices } from "../harness/accounts.ts";
import { makeDice } from "../harness/dice.ts";
import { checkReach } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { checkEquity, checkMovements } from "../model/cash.ts";
import { checkListed, messageOfCall, messageOfMovement } from "../model/notifications.ts";
import { checkPositions, type KeyedCover, type Printed } from "./check-positions.ts";
import type { Cut, Engine } from "./engines.ts";
import { coveredStock, heldStock, listCrashFixtures } from "./fixtures.ts";
import { type CrashServices, type Kept, type KeptUser, readKept } from "./read-kept.ts";
import { traceFlushes } from "./trace-flushes.ts";
import { orderCover, renderCover } from "./writers.ts";

/** The minimum amount of work before a store is judged, and the seed of the kill times. */
export type CrashSettings = {
  readonly kills: number;
  readonly movements: number;
  readonly covers: number;
  readonly seed: number;
};

/** Kills processes on an engine and checks the remaining data. */
export async function checkEngine(engine: Engine, settings: CrashSettings): Promise<Verdict> {
  const runs = await runAll(engine, settings);
  const store = await engine.open();
  const services = makeServices(store);
  const kept = await readKept(services);
  const positions = checkPositions(
    runs.flatMap((run) => run.positions),
    kept.positions,
  );
  const replayFaults = await checkReplays(services, positions.keyed, kept);
  await store.close();
  const movements = runs.flatMap((run) => run.movements);
  const starts = evaluateStarts(runs.map(({ readyMs }) => readyMs));
  const trace = await traceFlushes(program, engine.place);
  const cuts = runs.flatMap(({ cut }) => cut ?? []);
  // A check without work proves nothing.
  const reached = {
    kills: runs.length,
    movements: movements.length,
    "changes of positions": positions.counts.changes.get(heldStock.symbol) ?? 0,
    covers: positions.counts.covers,
    "idempotency keys repeated with the same answer": positions.keyed.filter(
      ({ cover }) => cover !== undefined,
    ).length,
    "audits verified after a kill": positions.counts.audits,
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
    ...positions.faults,
    ...kept.faults,
    ...replayFaults,
    ...checkEquity(kept.accounts, kept.movements, positions.realizedVnd),
    ...kept.users.flatMap((user) => checkUser(user, kept)),
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
    covers.count += checkPositions(run.positions, []).counts.covers;
  }
  return runs;
}

/** Each user must have one message per movement, and two per call: a position opens below both floors. */
function checkUser({ userId, listed, count, calls }: KeptUser, { movements }: Kept): string[] {
  const cash = movements.filter((each) => each.userId === userId).map(messageOfMovement);
  const risk = [...calls].flatMap(([accountId, callCount]) =>
    Array.from({ length: callCount }, (_, index) =>
      (["MarginCall", "ForceClose"] as const).map((type) =>
        messageOfCall(type, `${accountId}/${coveredStock.symbol}`, index + 1),
      ),
    ).flat(),
  );
  const faults = checkListed(userId, listed, [...cash, ...risk]);
  return count === listed.length
    ? faults
    : [...faults, `${userId} was told of ${listed.length}, and ${count} were counted`];
}

const readyMsMax = 2_000;
const attemptCount = 3;

/** The longest start, the faults, and the slow starts that were tolerated. */
type StartsVerdict = {
  readonly longestMs: number;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
};

/**
 * A process must be ready within two seconds of its start. Two slow starts in a row are only noted, since the machine
 * may be busy; the third is a fault.
 */
export function evaluateStarts(readyMs: readonly number[]): StartsVerdict {
  const faults: string[] = [];
  const notes: string[] = [];
  let attempt = 0;
  for (const [index, each] of readyMs.entries()) {
    attempt = each > readyMsMax ? attempt + 1 : 0;
    if (attempt === 0) continue;
    const said = `start ${index + 1} was ready only after ${each.toFixed(0)} ms (attempt ${attempt} of ${attemptCount})`;
    (attempt < attemptCount ? notes : faults).push(said);
  }
  return { longestMs: Math.max(0, ...readyMs), faults, notes };
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
/** Once the kills are done, only work is missing; on a slow machine a process takes a second to do its first. */
const lateSpanMsMin = 3_000;
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
  const longestMs = Math.max(...dueMs);
  const leastMs = longestMs > 0 && killsLeft <= 0 ? lateSpanMsMin : spanMsMin;
  // On average a process lives for half of its span.
  return Math.min(spanMsMax, Math.max(leastMs, 2 * longestMs));
}

/**
 * Repeats every acknowledged order under its key, and reports answers that differ, keys that accept another amount, and
 * repeats that the audit knows. Without an answer, change and outcome must both be there or both be missing.
 */
async function checkReplays(
  services: CrashServices,
  keyed: readonly KeyedCover[],
  kept: Kept,
): Promise<string[]> {
  const faults: string[] = [];
  const audited = new Set(kept.positions.flatMap(({ entries }) => entries.map(({ requestId }) => requestId)));
  for (const sent of keyed) {
    const { accountId, requestId, cover } = sent;
    const userId = (await services.store.findOwner(accountId)) ?? "";
    const outcome = await services.store.readOutcome(userId, requestId);
    if (outcome === undefined) {
      if (cover !== undefined)
        faults.push(`${requestId} was answered under a key that is not known any more`);
      if (audited.has(requestId)) faults.push(`${requestId} is in the audit, and its key is not known`);
    } else if (cover !== undefined)
      faults.push(...(await checkReplay(services, { userId, accountId }, sent)));
    // An order that changed nothing, or was refused by a rule, leaves no audit entry.
    else if (!audited.has(requestId) && !/ already\.|"status":"failed"/.test(outcome.answer)) {
      faults.push(`the key of ${requestId} is known, and the audit does not know what it did`);
    }
  }
  for (const [index, { accountId, entries }] of (await readKept(services)).positions.entries()) {
    const added = entries.length - (kept.positions[index]?.entries.length ?? 0);
    if (added !== 0) faults.push(`repeats left ${added} entries in the audit of ${accountId}`);
  }
  return faults;
}

async function checkReplay(
  services: Services,
  key: { readonly userId: string; readonly accountId: string },
  { requestId, amountVnd, cover }: KeyedCover,
): Promise<string[]> {
  const faults: string[] = [];
  const again = renderCover(await orderCover(services, key, amountVnd, { requestId, isKeyed: true }));
  if (again !== cover) faults.push(`${requestId} was answered ${cover}, and is answered ${again} now`);
  const other = await orderCover(services, key, amountVnd + 1n, { requestId, isKeyed: true });
  if (other.kind !== "refused" || other.code !== "idempotency_key_reused") {
    faults.push(`${requestId} took another amount under its key`);
  }
  return faults;
}

/** The output of a killed process, its startup time, and how its connections were cut. */
type KilledRun = {
  readonly movements: readonly string[];
  readonly positions: readonly Printed[];
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

function readLines(printed: string): Pick<KilledRun, "movements" | "positions"> {
  // The kill may have cut the last line. An incomplete acknowledgement does not count.
  const whole = printed.slice(0, printed.lastIndexOf("\n") + 1);
  const lines = whole.split("\n").filter((line) => line !== "" && line !== "ready");
  const isJson = (line: string): boolean => line.startsWith("{");
  return {
    movements: lines.filter((line) => !isJson(line)),
    positions: lines.filter(isJson).map((line): Printed => JSON.parse(line)),
  };
}
