/** `oms positions adjust`, killed at drawn moments and repeated until it is done. */
import { setTimeout as wait } from "node:timers/promises";
import { omsProgram, type Program, startProgram } from "@trading-oms/scratch";
import type { Dice } from "../harness/dice.ts";
import { mebibytes, seconds } from "../harness/figures.ts";
import { weigh } from "../harness/server.ts";

export type AdjustmentPlan = {
  readonly symbol: string;
  readonly exDate: string;
  readonly factor: string;
  readonly positions: number;
  readonly kills: number;
};

/** What it took, the faults of its output, and how often it was killed in time. */
export type AdjustmentDone = {
  readonly line: string;
  readonly faults: readonly string[];
  readonly reach: Readonly<Record<string, number>>;
};

/** The time in which a drawn moment lies, after the command is at its drawn position. */
const drawnMsMax = 200;

/** A run of the command, and the most memory that it held. */
type Ran = {
  readonly isKilled: boolean;
  readonly printed: string;
  readonly elapsedMs: number;
  readonly bytes: number;
};

export async function adjustUntilDone(
  settings: Readonly<Record<string, string>>,
  dice: Dice,
  { symbol, exDate, factor, positions, kills }: AdjustmentPlan,
): Promise<AdjustmentDone> {
  const words = ["positions", "adjust", symbol, "--date", exDate, "--factor", factor, "--reason", "lab"];
  const { PATH = "" } = process.env;
  const begin = (): Program => startProgram(process.execPath, [omsProgram, ...words], { PATH, ...settings });
  const killed: Ran[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    // The first one is killed anywhere from its start on, each other one in its own part of the positions.
    const share = kill === 0 ? 0 : (kill - 1 + dice(1_000) / 1_000) / kills;
    const ran = await run(begin(), { atPosition: Math.floor(positions * share), afterMs: dice(drawnMsMax) });
    if (ran.isKilled) killed.push(ran);
  }
  const last = await run(begin());
  const repeated = await run(begin());
  const all = [...killed, last, repeated];
  const faults = [
    ...(/\d positions adjusted.*\.$/.test(last.printed.trim()) ? [] : [`the last run said: ${last.printed}`]),
    ...(/: 0 positions adjusted\.$/.test(repeated.printed.trim())
      ? []
      : [`a repeat said: ${repeated.printed}`]),
  ];
  const elapsedMs = [...killed, last].reduce((sum, ran) => sum + ran.elapsedMs, 0);
  const line =
    `adjusted in ${seconds(elapsedMs)} with ${killed.length} kills (${last.printed.trim()}), ` +
    `a repeat in ${seconds(repeated.elapsedMs)}, at most ${mebibytes(Math.max(...all.map(({ bytes }) => bytes)))} MiB`;
  return { line, faults, reach: { kills: killed.length } };
}

/** Runs the command to its end, or kills it some time after it has passed a position. */
async function run(
  program: Program,
  due?: { readonly atPosition: number; readonly afterMs: number },
): Promise<Ran> {
  const began = performance.now();
  let [isOver, bytes, dueMs] = [false, 0, Number.POSITIVE_INFINITY];
  const ended = program.ended.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const now = performance.now();
    if (due !== undefined && dueMs === Number.POSITIVE_INFINITY && positionOf(program) >= due.atPosition)
      dueMs = now + due.afterMs;
    if (now >= dueMs) void program.end("SIGKILL");
    else bytes = Math.max(bytes, (await weigh(program.pid).catch(() => ({ bytes: 0 }))).bytes);
    await Promise.race([wait(10), ended]);
  }
  const { code, signal } = await ended;
  if (code !== 0 && signal !== "SIGKILL")
    throw new Error(`The command ended with ${code}: ${program.complained()}`);
  const elapsedMs = performance.now() - began;
  return { isKilled: signal === "SIGKILL", printed: program.printed(), elapsedMs, bytes };
}

/** How many positions the command says that it has passed. */
function positionOf(program: Program): number {
  const [, count = "0"] = /.*^([\d,]+) positions$/ms.exec(program.complained()) ?? [];
  return Number(count.replaceAll(",", ""));
}
