import { randomUUID } from "node:crypto";
import { open, readFile, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { everyClaim } from "../claims/every-claim.ts";
import { givenBy, needWords } from "../given.ts";
import type { Plan } from "../plan.ts";
import { readPlan } from "../read-plan.ts";
import { countOutcomes } from "../report/count-outcomes.ts";
import { renderJson } from "../report/render-json.ts";
import { renderJunit } from "../report/render-junit.ts";
import { renderOutcome } from "../report/render-outcome.ts";
import { renderSummary } from "../report/render-summary.ts";
import { runClaims } from "../run-claims.ts";
import { openWire } from "./open-wire.ts";
import { type CommandLine, readCommandLine } from "./read-command-line.ts";
import { usage } from "./usage.ts";

/** The process that the command runs in, as far as it is used. */
export type Surroundings = {
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Runs the command and gives the exit code of its process. */
export async function runConformance(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr, env } = surroundings;
  const line = readCommandLine(words);
  if ("fault" in line) return misused(stderr, line.fault);
  if (line.wants.help) {
    stdout.write(`${usage}\n`);
    return 0;
  }
  const claims = everyClaim.filter(({ id }) => id.includes(line.only));
  if (claims.length === 0) return misused(stderr, `No claim has "${line.only}" in its id.`);
  if (line.wants.list || line.address === undefined) {
    for (const { id, title, needs } of claims) {
      const wanted = needs.map((need) => needWords[need]).filter((each) => each !== "nothing");
      const needed = wanted.length === 0 ? "" : ` [needs ${wanted.join("; ")}]`;
      stdout.write(`${id}: ${title}${needed}\n`);
    }
    return 0;
  }
  const plan = await planOf(line, env);
  if ("fault" in plan) return misused(stderr, plan.fault);
  const { junit, json } = line;
  for (const path of [junit, json]) {
    if (path !== undefined && !(await isWritable(path))) return misused(stderr, `${path} can't be written.`);
  }
  const wire = openWire(line.address, { timeoutMs: line.timeoutMs });
  let doneCount = 0;
  const outcomes = await runClaims({
    claims,
    plan,
    wire,
    monotonicMs: () => performance.now(),
    wait: (durationMs) => wait(durationMs),
    makeId: randomUUID,
    onOutcome: (outcome) => {
      doneCount += 1;
      if (stdout.isTTY) stdout.write(`\r\u001b[K${doneCount} of ${claims.length}`);
      if (outcome.verdict === "held" && !line.wants.verbose) return;
      stdout.write(`${stdout.isTTY ? "\r\u001b[K" : ""}${renderOutcome(outcome)}\n`);
    },
  });
  const { href } = line.address;
  stdout.write(`${stdout.isTTY ? "\r\u001b[K" : ""}${renderSummary(outcomes)}\n`);
  if (junit !== undefined) await writeFile(junit, renderJunit([{ name: href, outcomes }]));
  if (json !== undefined) await writeFile(json, renderJson(href, outcomes));
  const { held, broken } = countOutcomes(outcomes);
  return broken === 0 && held > 0 ? 0 : 1;
}

function misused(stderr: Surroundings["stderr"], fault: string): number {
  stderr.write(`${fault}\n\n${usage}\n`);
  return 2;
}

/** A run of minutes is not to end where its outcomes can't be written. */
async function isWritable(path: string): Promise<boolean> {
  const file = await open(path, "a").catch(() => undefined);
  await file?.close();
  return file !== undefined;
}

/** What stands on the command line goes before what stands in the plan. */
async function planOf(
  line: CommandLine,
  env: Surroundings["env"],
): Promise<Plan | { readonly fault: string }> {
  const { token = env["CONFORMANCE_TOKEN"] || undefined, account, symbol, plan: path } = line;
  let plan: Plan = {};
  if (path !== undefined) {
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) return { fault: `${path} can't be read.` };
    const reading = readPlan(text);
    if ("faults" in reading) return { fault: `${path} is no plan: ${reading.faults.join("; ")}.` };
    plan = reading.plan;
  }
  const known = givenBy(plan);
  const position =
    account === undefined || symbol === undefined
      ? known.position
      : { accountId: account, symbol, raised: known.position?.raised ?? 1_000 };
  const ownToken = token ?? known.user?.token;
  const user =
    ownToken === undefined ? {} : { user: { ...plan.user, token: ownToken, ...(position && { position }) } };
  const house = line.wants.house ? { house: true } : {};
  return { ...plan, ...user, ...house, ...(symbol === undefined ? {} : { symbol }) };
}
