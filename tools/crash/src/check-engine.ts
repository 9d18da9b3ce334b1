import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Services } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { chooseSpan } from "./choose-span.ts";
import type { Engine } from "./engine.ts";
import { hashText } from "./hash-text.ts";
import { type JudgedCovers, judgeCovers } from "./judge-covers.ts";
import { judgeEquity } from "./judge-equity.ts";
import { judgeHoldings } from "./judge-holdings.ts";
import { judgeMovements } from "./judge-movements.ts";
import { judgeNotifications } from "./judge-notifications.ts";
import { judgeReplays } from "./judge-replays.ts";
import { judgeStarts } from "./judge-starts.ts";
import type { FlushTrace } from "./judge-trace.ts";
import { listCrashStock } from "./list-crash-stock.ts";
import { listDueMessages } from "./list-due-messages.ts";
import { type Kept, readKept } from "./read-kept.ts";
import { readKeptCovers } from "./read-kept-covers.ts";
import { type KilledRun, runUntilKilled } from "./run-until-killed.ts";
import { traceFlushes } from "./trace-flushes.ts";

/** How much is to be done at least before a store is judged, and what the moments of the kills hang on. */
export type CrashSettings = {
  readonly kills: number;
  readonly movements: number;
  readonly covers: number;
  readonly seed: number;
};

/** Kills processes on an engine, judges what is left, prints it, and tells how many faults there were. */
export async function checkEngine(engine: Engine, settings: CrashSettings): Promise<number> {
  const runs = await runAll(engine, settings);
  const store = await engine.open();
  const kept = await readKept(store);
  const covers = await lookAtCovers(store, runs);
  await store.close();
  const acknowledged = runs.flatMap((run) => run.acknowledged);
  const told = runs.flatMap((run) => run.holdings);
  const holdings = judgeHoldings(told, kept.holdings);
  const starts = judgeStarts(runs.map(({ readyMs }) => readyMs));
  const trace = await traceOf(engine);
  const faults = [
    ...judgeMovements(acknowledged, kept.movements),
    ...holdings.faults,
    ...judgeEquity(kept.accounts, kept.movements, holdings.realizedVnd),
    ...judgeUsers(kept),
    ...covers.faults,
    ...starts.faults,
    ...judgeReach(runs, { positions: holdings.changeCount, ...covers }, trace, engine),
    ...judgeCounts(settings, { movements: acknowledged.length, covers: covers.coverCount }),
  ];
  console.log(
    `${engine.name}: ${runs.length} kills, ${cutCountOf(runs)} connections cut, ${crashCountOf(runs)} crashes of the server, ` +
      `${acknowledged.length} movements, ${holdings.changeCount} changes of positions and ${covers.coverCount} covers ` +
      `acknowledged, ${covers.keyed.filter(({ answer }) => answer !== undefined).length} keys answered alike again, ` +
      `${covers.auditCount} audits looked through after a kill, ${callCountOf(kept)} margin calls told once, ` +
      `${kept.movements.length} movements kept, ready again within ${starts.longestMs.toFixed(0)} ms, ` +
      `${trace.acknowledgements} acknowledgements each after a flush of their own: ${faults.length === 0 ? "kept" : "BROKEN"}`,
  );
  for (const note of starts.notes) console.log(`  ${note}`);
  for (const fault of faults.slice(0, 20)) console.error(`  ${fault}`);
  return faults.length;
}

async function runAll(engine: Engine, settings: CrashSettings): Promise<KilledRun[]> {
  const store = await engine.open();
  await listCrashStock(store);
  await store.close();
  const runs: KilledRun[] = [];
  const movements = { count: 0, countMin: settings.movements };
  const covers = { count: 0, countMin: settings.covers };
  const works = [movements, covers];
  let workedMs = 0;
  const isDue = () => runs.length < settings.kills || works.some(({ count, countMin }) => count < countMin);
  while (isDue() && runs.length < killsMaxOf(settings)) {
    const seed = settings.seed + runs.length;
    const workMs = momentOf(seed) * chooseSpan({ killsLeft: settings.kills - runs.length, workedMs, works });
    // Where there is a server, every other process loses its connections before it is killed.
    const cut = runs.length % 2 === 0 ? engine.cut : undefined;
    const run = await runUntilKilled(engine.place, { seed, workMs, cut });
    await engine.rest();
    runs.push(run);
    workedMs += workMs;
    movements.count += run.acknowledged.length;
    covers.count += judgeCovers(run.covers, new Map()).coverCount;
  }
  return runs;
}

/** A repeat leaves nothing in an audit, so that the audits are read before and after all is sent again. */
async function lookAtCovers(store: Store, runs: readonly KilledRun[]): Promise<JudgedCovers> {
  const services: Services = { store, now: () => Date.now(), makeId: randomUUID, hash: hashText };
  const kept = await readKeptCovers(services);
  const judged = judgeCovers(
    runs.flatMap((run) => run.covers),
    kept,
  );
  const faults = [...judged.faults, ...(await judgeReplays(services, judged.keyed, kept))];
  for (const [accountId, { entries }] of await readKeptCovers(services)) {
    const added = entries.length - (kept.get(accountId)?.entries.length ?? 0);
    if (added !== 0) faults.push(`repeats left ${added} entries in the audit of ${accountId}`);
  }
  return { ...judged, faults };
}

function judgeUsers({ users, movements }: Kept): string[] {
  const byUser = Map.groupBy(movements, ({ userId }) => userId);
  return users.flatMap((user) =>
    judgeNotifications(user, listDueMessages(byUser.get(user.userId) ?? [], user.calls)),
  );
}

/** A store on which next to nothing can be done is not waited for. */
function killsMaxOf({ kills }: CrashSettings): number {
  return 50 + 5 * kills;
}

function judgeCounts(due: CrashSettings, reached: Pick<CrashSettings, "movements" | "covers">): string[] {
  return (["movements", "covers"] as const).flatMap((name) =>
    reached[name] < due[name] ? [`only ${reached[name]} of ${due[name]} ${name} were acknowledged`] : [],
  );
}

/** A check that saw nothing proves nothing. */
function judgeReach(
  runs: readonly KilledRun[],
  reached: { readonly positions: number; readonly coverCount: number; readonly auditCount: number },
  trace: FlushTrace,
  engine: Engine,
): string[] {
  const faults: string[] = [];
  if (reached.positions === 0) faults.push("no position was changed");
  if (reached.auditCount === 0) faults.push("no audit was looked through after a kill");
  if (engine.cut !== undefined && cutCountOf(runs) === 0) faults.push("no connection was cut");
  if (trace.unflushed > 0) faults.push(`${trace.unflushed} acknowledgements came before their flush`);
  if (trace.acknowledgements === 0) faults.push("strace saw no acknowledgement");
  return faults;
}

function cutCountOf(runs: readonly KilledRun[]): number {
  return runs.reduce((sum, { cut }) => sum + (cut?.connectionCount ?? 0), 0);
}

function crashCountOf(runs: readonly KilledRun[]): number {
  return runs.filter(({ cut }) => cut?.hasCrashed === true).length;
}

async function traceOf(engine: Engine): Promise<FlushTrace> {
  const logPath = join(tmpdir(), `oms-trace-${process.pid}.txt`);
  try {
    return await traceFlushes(engine.place, logPath, 2_000);
  } finally {
    await rm(logPath, { force: true });
  }
}

function callCountOf({ users }: Kept): number {
  return users.flatMap(({ calls }) => [...calls.values()]).reduce((sum, count) => sum + count, 0);
}

/** Where in its span a process is killed, from 0 to 1: anywhere, and the same for the same seed. */
function momentOf(seed: number): number {
  return (Math.imul(seed, 2_654_435_761) >>> 0) / 2 ** 32;
}
