import { randomUUID } from "node:crypto";
import { open, readFile, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { claimInputsOf, needDescriptions } from "../claim-inputs.ts";
import { everyClaim } from "../claims/every-claim.ts";
import { type Plan, readPlan } from "../plan.ts";
import { countOutcomes, renderJson, renderJunit, renderOutcome, renderSummary } from "../report.ts";
import { runClaims } from "../run-claims.ts";
import { openWire } from "./open-wire.ts";

/** The parts of `process` that the command uses. */
export type ProcessLike = {
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Runs the `conformance` command with its arguments and returns the exit code: 0 if everything asked holds, 1 if a claim
 * breaks or nothing was asked, 2 if the arguments are wrong.
 *
 * @example
 * ```ts
 * import { runConformance } from "@trading-oms/conformance";
 *
 * process.exitCode = await runConformance(["http://127.0.0.1:8787", "--only", "search."], process);
 * ```
 */
export async function runConformance(
  args: readonly string[],
  { stdout, stderr, env }: ProcessLike,
): Promise<number> {
  const line = readCommandLine(args);
  if ("fault" in line) return reportMisuse(stderr, line.fault);
  if (line.help) {
    stdout.write(`${usage}\n`);
    return 0;
  }
  const claims = everyClaim.filter(({ id }) => id.includes(line.only));
  if (claims.length === 0) return reportMisuse(stderr, `No claim has "${line.only}" in its id.`);
  if (line.list || line.address === undefined) {
    for (const { id, title, needs } of claims) {
      const described = needs.map((need) => needDescriptions[need]).filter((each) => each !== "nothing");
      const needed = described.length === 0 ? "" : ` [needs ${described.join("; ")}]`;
      stdout.write(`${id}: ${title}${needed}\n`);
    }
    return 0;
  }
  const plan = await readPlanOption(line, env);
  if ("fault" in plan) return reportMisuse(stderr, plan.fault);
  const { junit, json } = line;
  for (const path of [junit, json]) {
    if (path !== undefined && !(await isWritable(path)))
      return reportMisuse(stderr, `${path} cannot be written.`);
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
      if (outcome.verdict === "held" && !line.verbose) return;
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

function reportMisuse(stderr: ProcessLike["stderr"], fault: string): number {
  stderr.write(`${fault}\n\n${usage}\n`);
  return 2;
}

/** Checked before the run, which may take minutes. */
async function isWritable(path: string): Promise<boolean> {
  const file = await open(path, "a").catch(() => undefined);
  await file?.close();
  return file !== undefined;
}

/** Reads the plan. Options of the command line override its members. */
async function readPlanOption(
  line: CommandLine,
  env: ProcessLike["env"],
): Promise<Plan | { readonly fault: string }> {
  const { token = env["CONFORMANCE_TOKEN"] || undefined, account, symbol, plan: path } = line;
  const viewerToken = line["viewer-token"] ?? env["CONFORMANCE_VIEWER_TOKEN"];
  const operatorToken = line["operator-token"] ?? env["CONFORMANCE_OPERATOR_TOKEN"];
  let plan: Plan = {};
  if (path !== undefined) {
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) return { fault: `${path} cannot be read.` };
    const reading = readPlan(text);
    if ("faults" in reading) return { fault: `${path} is not a valid plan: ${reading.faults.join("; ")}.` };
    plan = reading.plan;
  }
  const known = claimInputsOf(plan);
  const position =
    account === undefined || symbol === undefined
      ? known.position
      : { accountId: account, symbol, raised: known.position?.raised ?? 1_000 };
  const ownToken = token ?? known.user?.token;
  const user =
    ownToken === undefined ? {} : { user: { ...plan.user, token: ownToken, ...(position && { position }) } };
  const house = line.house ? { house: true } : {};
  const desk = {
    ...(viewerToken && { viewer: { token: viewerToken } }),
    ...(operatorToken && { operator: { token: operatorToken } }),
  };
  return { ...plan, ...user, ...desk, ...house, ...(symbol === undefined ? {} : { symbol }) };
}

const usage: string = `Checks a deployment of the Trading OMS interface against its OpenAPI document.

  conformance ADDRESS [options]

  ADDRESS        the URL of the deployment, such as http://localhost:8787 or https://api.example.com/oms
  --token T      an access token of a user; or set CONFORMANCE_TOKEN in the environment
  --viewer-token T, --operator-token T
                 access tokens with these roles; or set CONFORMANCE_VIEWER_TOKEN and
                 CONFORMANCE_OPERATOR_TOKEN; covers and cash of the account are changed
  --account A    with --symbol: an account of that user; its covered amounts are changed
  --symbol S     a listed symbol; with --account, one in which the account has a position
  --plan FILE    the test data of the deployment, as JSON; the README has an example
  --house        also checks behaviour of our own server that the document leaves open;
                 one of these claims sends a token in a query
  --only TEXT    asks only the claims that have TEXT in their id
  --list         lists the claims with their needs, and asks nothing
  --junit FILE   writes the outcomes as JUnit XML
  --json FILE    writes the outcomes as JSON
  --timeout MS   the time limit of an answer in milliseconds (20000)
  --verbose      also prints the claims that hold
  --help         prints this text

The suite changes the covered amounts of the named accounts. It does not ask a claim without all of its needs.
Exit codes: 0 everything asked holds, 1 a claim breaks or nothing was asked, 2 wrong arguments.`;

const options = {
  token: { type: "string" },
  "viewer-token": { type: "string" },
  "operator-token": { type: "string" },
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
} as const;

type CommandLine = Exclude<ReturnType<typeof readCommandLine>, { readonly fault: string }>;

/** Parses the arguments, or describes what is wrong with them. */
function readCommandLine(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const { help, list, timeout, account, symbol } = values;
    const address = readAddress(positionals[0]);
    if (positionals.length > 1) return { fault: `Give one address; ${positionals.length} were given.` };
    if (typeof address === "string") return { fault: address };
    if (address === undefined && !help && !list)
      return { fault: "The address of the deployment is missing." };
    if (!/^\d{1,7}$/.test(timeout) || Number(timeout) === 0)
      return { fault: "--timeout must be a whole number of milliseconds from 1 to 9999999." };
    if (account !== undefined && symbol === undefined) return { fault: "--account requires --symbol." };
    const empty = (["token", "viewer-token", "operator-token"] as const).find((name) => values[name] === "");
    if (empty !== undefined) return { fault: `--${empty} must not be empty.` };
    return { ...values, address, timeoutMs: Number(timeout) };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}

function readAddress(word: string | undefined): URL | string | undefined {
  if (word === undefined) return undefined;
  const address = URL.canParse(word) ? new URL(word) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    return `${word} is not an http:// or https:// address.`;
  if (address.search !== "" || address.hash !== "") return "The address must not have a query or fragment.";
  if (address.username !== "" || address.password !== "")
    return "The address must not have a user or password; use --token.";
  return address;
}
