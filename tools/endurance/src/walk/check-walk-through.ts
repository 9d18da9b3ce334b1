import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { omsProgram, runOms } from "../run-oms.ts";
import { type ServerProcess, startServerProcess } from "../start-server-process.ts";
import { openShell, quote, type Shell } from "./open-shell.ts";
import { readWalkThrough } from "./read-walk-through.ts";
import { takeStep } from "./take-step.ts";
import type { WalkStep } from "./walk-step.ts";

const usage = `Walks docs/margin-walk-through.md: runs each of its commands beside a built server with demonstration data, and looks
whether the answer is the one that is shown.

  pnpm check:walk-through [--through-npm]

  --through-npm   lets npm start the command line, as a reader's own shell does, which takes longer
  --help          this text

Exit codes: 0 it is as shown, 1 it is not, 2 used wrongly.`;

const repository = resolve(import.meta.dirname, "../../../..");
const pagePath = "docs/margin-walk-through.md";
/** Where a server listens whose port nobody has set. */
const shownOrigin = "http://127.0.0.1:8787";
const runMsMax = 60_000;
const soonMsMax = 5_000;

/** Takes the place of `npm run oms`, which looks each time whether all is built. */
const shortcut = `npm() {
  [ "$1 $2 $3 $4" = "run --silent oms --" ] || { echo "npm $*: only npm run --silent oms -- is known" >&2; return 2; }
  shift 4
  ${quote(process.execPath)} ${quote(omsProgram)} "$@"
}`;

process.exitCode = await checkWalkThrough(process.argv.slice(2));

async function checkWalkThrough(words: readonly string[]): Promise<number> {
  const flags = readFlags(words);
  if ("fault" in flags) {
    console.error(`${flags.fault}\n\n${usage}`);
    return 2;
  }
  if (flags.help) {
    console.log(usage);
    return 0;
  }
  const steps = readWalkThrough(await readFile(join(repository, pagePath), "utf8"));
  if ("fault" in steps) {
    console.error(`${pagePath}: ${steps.fault}`);
    return 1;
  }
  const began = performance.now();
  const isAsShown = await walkBesideServer(steps, flags["through-npm"]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${pagePath}: ${steps.length} steps, ${seconds} s: ${isAsShown ? "as shown" : "NOT AS SHOWN"}`);
  return isAsShown ? 0 : 1;
}

async function walkBesideServer(steps: readonly WalkStep[], isThroughNpm: boolean): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "oms-walk-"));
  try {
    await runOms({ DATA_DIR: folder }, "demo", "load", "--unless-real");
    const server = await startServerProcess({ DATA_DIR: folder });
    const shell = openShell(
      repository,
      { ...process.env, DATA_DIR: folder, DATABASE_URL: undefined },
      runMsMax,
    );
    try {
      if (!isThroughNpm) await shell.run(shortcut);
      return await walk(steps, shell, server);
    } finally {
      await shell.close();
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whoever stumbles goes no further, since each step rests on those before it. */
async function walk(steps: readonly WalkStep[], shell: Shell, server: ServerProcess): Promise<boolean> {
  for (const step of steps) {
    const command = step.command.replaceAll(shownOrigin, `http://127.0.0.1:${server.port}`);
    const { elapsedMs, faults } = await takeStep(shell, { ...step, command }, soonMsMax);
    const verdict = faults.length === 0 ? "as shown" : "NOT AS SHOWN";
    console.log(`line ${step.line}: ${describe(step)} (${elapsedMs.toFixed(0)} ms): ${verdict}`);
    for (const fault of faults) console.error(`  ${fault}`);
    if (faults.length > 0) return false;
  }
  const complaints = server.complaints();
  if (complaints !== "") console.error(`The server complained: ${complaints}`);
  return complaints === "";
}

function describe({ command }: WalkStep): string {
  const [first = ""] = command.split("\n");
  return first.length > 60 ? `${first.slice(0, 60)}…` : first;
}

type Flags = { readonly "through-npm": boolean; readonly help: boolean };

function readFlags(words: readonly string[]): Flags | { readonly fault: string } {
  try {
    const flag = { type: "boolean", default: false } as const;
    return parseArgs({ args: [...words], options: { "through-npm": flag, help: flag } }).values;
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
