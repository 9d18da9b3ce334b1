import { randomUUID } from "node:crypto";
import { open, readFile, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { everyClaim } from "../claims/every-claim.ts";
import { givenBy, needWords } from "../given.ts";
import { type Plan, readPlan } from "../plan.ts";
import { countOutcomes, renderJson, renderJunit, renderOutcome, renderSummary } from "../report.ts";
import { runClaims } from "../run-claims.ts";
import { openWire } from "./open-wire.ts";

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

/** What the command line says of itself. */
const usage: string = `Asks a deployment of the Trading OMS interface for everything that its document promises.

  conformance ADDRESS [options]

  ADDRESS        where the deployment is, such as http://localhost:8787 or https://api.example.com/oms
  --token T      an access token of a user; CONFORMANCE_TOKEN in the environment does the same
  --account A    with --symbol: an account of that user, whose covered amount the suite may set
  --symbol S     a listed symbol; with --account, one that the account has a position in
  --plan FILE    what else the deployment offers, as JSON; the README has an example
  --house        asks for our own ways as well, which the document leaves open, and sends a token in an address
  --only TEXT    claims alone that have TEXT in their id
  --list         lists the claims and what each needs, and asks nothing
  --junit FILE   writes the outcomes as JUnit XML
  --json FILE    writes the outcomes as JSON
  --timeout MS   how long an answer may take (20000)
  --verbose      shows the claims that hold as well
  --help         this text

Covered amounts of the accounts that are named are changed. A claim whose need is not met is not asked and proves nothing.
Exit codes: 0 everything asked holds, 1 something breaks or nothing was asked, 2 used wrongly.`;

/** What was asked for on the command line. */
type CommandLine = {
  readonly address: URL | undefined;
  readonly token: string | undefined;
  readonly account: string | undefined;
  readonly symbol: string | undefined;
  readonly plan: string | undefined;
  readonly only: string;
  readonly junit: string | undefined;
  readonly json: string | undefined;
  readonly timeoutMs: number;
  readonly wants: Readonly<Record<"help" | "list" | "house" | "verbose", boolean>>;
};

/** Reads the command line, or says in a sentence what is wrong with it. */
function readCommandLine(words: readonly string[]): CommandLine | { readonly fault: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        token: { type: "string" },
        account: { type: "string" },
        symbol: { type: "string" },
        plan: { type: "string" },
        only: { type: "string", default: "" },
        junit: { type: "string" },
        json: { type: "string" },
        timeout: { type: "string", default: "20000" },
        list: { type: "boolean", default: false },
        house: { type: "boolean", default: false },
        verbose: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const { help, list, house, verbose, timeout, token, account, symbol, plan, junit, json, only } = values;
    const address = readAddress(positionals[0]);
    if (positionals.length > 1)
      return { fault: `One address is asked at a time; ${positionals.length} were given.` };
    if (typeof address === "string") return { fault: address };
    if (address === undefined && !help && !list)
      return { fault: "The address of the deployment is missing." };
    if (!/^\d{1,7}$/.test(timeout) || Number(timeout) === 0)
      return { fault: "--timeout takes a number of milliseconds." };
    if (account !== undefined && symbol === undefined)
      return { fault: "--account takes a --symbol beside it." };
    if (token === "") return { fault: "--token takes a token, and an empty one is none." };
    const files = { plan, junit, json };
    const named = { address, token, account, symbol, only };
    return { ...named, ...files, timeoutMs: Number(timeout), wants: { help, list, house, verbose } };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}

function readAddress(word: string | undefined): URL | string | undefined {
  if (word === undefined) return undefined;
  const address = URL.canParse(word) ? new URL(word) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    return `${word} is no http:// or https:// address.`;
  if (address.search !== "" || address.hash !== "") return "The address takes no query and no fragment.";
  if (address.username !== "" || address.password !== "")
    return "The address takes no user; name a token by --token.";
  return address;
}
