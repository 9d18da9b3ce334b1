import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Entry, entries } from "./entries.ts";
import { type LabTest, type Run, readWords, renderHelp } from "./harness/lab-test.ts";

const faultsShownMax = 30;

// An interrupted test runs its exit handlers, which stop everything that it has started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

process.exitCode = await lab(process.argv.slice(2));

async function lab([name = "--help", ...words]: readonly string[]): Promise<number> {
  if (name === "--help") {
    console.log(listEntries());
    return 0;
  }
  const entry = entries[name];
  if (entry === undefined) {
    console.error(`There is no test ${name}.\n\n${listEntries()}`);
    return 2;
  }
  const test = (await entry.load?.())?.test ?? testWithoutOptions(entry);
  const hasOwnWords = entry.command !== undefined;
  const read = readWords(test, hasOwnWords ? [] : words, Date.now() % 1_000_000_000);
  if ("fault" in read) {
    console.error(`${read.fault}\n\n${renderHelp(name, test)}`);
    return 2;
  }
  if (read.help) {
    console.log(renderHelp(name, test));
    return 0;
  }
  // Test files read both from the environment, because Vitest has no options of ours.
  const environment = { SEED: String(read.seed), ...(words.includes("--short") ? { SHORT: "1" } : {}) };
  // A program shows its own help, without the tests before it.
  const isHelpOfProgram = hasOwnWords && words.includes("--help");
  if (!hasOwnWords) console.log(`seed ${read.seed}`);
  if (!isHelpOfProgram && !runAll(testsOf(entry), environment)) return 1;
  if (entry.command !== undefined) return runAll([[...entry.command, ...words]]) ? 0 : 1;
  if (entry.load === undefined) return 0;
  return runTest(name, test, read);
}

/** An entry with Vitest files only has no options besides `--short` and `--seed`. */
function testWithoutOptions({ about }: Entry): LabTest {
  return { about, options: {}, run: async () => {} };
}

function testsOf({ tests = [], vitestOptions = [] }: Entry): string[][] {
  return tests.length === 0 ? [] : [["vitest", "run", "--project", "ci", ...vitestOptions, ...tests]];
}

/** Runs commands in sequence until one fails. */
function runAll(
  commands: readonly (readonly string[])[],
  environment: Readonly<Record<string, string>> = {},
): boolean {
  return commands.every(([program = "", ...words]) => {
    const env = { ...process.env, ...environment, TURBO_TELEMETRY_DISABLED: "1" };
    const { error, status } = spawnSync(program, words, { stdio: "inherit", env });
    if (error !== undefined) console.error(`${program} does not start (${error.message}): use pnpm lab.`);
    return status === 0;
  });
}

async function runTest(name: string, test: LabTest, read: Omit<Run, "folder" | "report">): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), `oms-${name}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  let faultCount = 0;
  await test.run({
    ...read,
    folder,
    report: ({ line, faults }) => {
      console.log(`${line}: ${faults.length === 0 ? "holds" : "DOES NOT HOLD"}`);
      for (const fault of faults.slice(0, faultsShownMax)) console.error(`  ${fault}`);
      faultCount += faults.length;
    },
  });
  return faultCount === 0 ? 0 : 1;
}

function listEntries(): string {
  const width = Math.max(...Object.keys(entries).map((name) => name.length));
  const lines = Object.entries(entries).map(([name, { about }]) => `  ${name.padEnd(width)}   ${about}`);
  return `Tests that take long, need more than Node, or break things on purpose.

  pnpm lab NAME [--short] [--seed N] [--help]

${lines.join("\n")}`;
}
