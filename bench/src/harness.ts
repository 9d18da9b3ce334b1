import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { runOms } from "@trading-oms/scratch";
import { Bench } from "tinybench";
import { medianOf } from "./figures.ts";

/** The repository. */
export const root: string = resolve(import.meta.dirname, "../..");

/** Starts the built server as `npm start` and containers do. */
export const serverProgram: string = join(root, "apps/server/start.sh");

/** The flags of the server in `start.sh`, for programs that measure a part of it by itself. */
const serverFlags = ["--v8-pool-size=0", "--heap-growing-percent=200"];

const run = promisify(execFile);
const outputMax = 2 ** 26;

/** Runs a program from node_modules/.bin, and returns what it printed. */
export async function runCommand(program: string, words: readonly string[]): Promise<string> {
  const options = { cwd: root, maxBuffer: outputMax };
  const { stdout, stderr } = await run(join(root, "node_modules/.bin", program), [...words], options);
  return stdout + stderr;
}

/** How a program of the bench is run. */
type ProgramOptions = {
  /** Makes each flush to the disk take as much longer, by strace. */
  readonly flushDelayMs?: number | undefined;
  readonly flags?: readonly string[];
};

/** Runs a module of the bench in a process of its own, and reads what it prints as JSON. */
export async function runModule<Result>(
  module: string,
  order: unknown,
  { flushDelayMs, flags = serverFlags }: ProgramOptions = {},
): Promise<Result> {
  const words = [...flags, join(import.meta.dirname, module), JSON.stringify(order)];
  const [program = "", ...all] =
    flushDelayMs === undefined
      ? [process.execPath, ...words]
      : ["strace", ...flushDelay(flushDelayMs), process.execPath, ...words];
  const { stdout } = await run(program, all, { maxBuffer: outputMax });
  return JSON.parse(stdout) as Result;
}

function flushDelay(delayMs: number): string[] {
  const delay = `inject=fsync,fdatasync:delay_exit=${Math.round(delayMs * 1_000)}`;
  return ["-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", delay];
}

/** Lends a folder for data, and removes it. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "oms-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a database with the demonstration. */
export async function loadDemonstration(environment: Readonly<Record<string, string>>): Promise<void> {
  await runOms(environment, "db", "migrate");
  await runOms(environment, "demo", "load");
}

/** Loads the demonstration and makes its keys. Returns a token of its first user. */
export async function openDemonstration(environment: Readonly<Record<string, string>>): Promise<string> {
  await loadDemonstration(environment);
  await runOms(environment, "keys", "make");
  return (await runOms(environment, "token", "--user", "demo")).trim();
}

/** What timing a function gave, in milliseconds. */
export type Timing = { readonly p50: number; readonly p99: number };

/** Times functions in turn, round after round, by tinybench; of the rounds the medians count. */
export async function timeInTurn(
  tasks: Readonly<Record<string, () => unknown>>,
  { rounds, timeMs }: { readonly rounds: number; readonly timeMs: number },
): Promise<Readonly<Record<string, Timing>>> {
  const times = new Map(
    Object.keys(tasks).map((name) => [name, { p50: [] as number[], p99: [] as number[] }]),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, task] of Object.entries(tasks)) {
      const [timed] = await new Bench({ time: timeMs, warmupTime: timeMs / 4 }).add(name, task).run();
      const result = timed?.result;
      if (result?.state !== "completed") throw new Error(`${name} could not be timed.`, { cause: result });
      times.get(name)?.p50.push(result.latency.p50);
      times.get(name)?.p99.push(result.latency.p99);
    }
  }
  return Object.fromEntries(
    [...times].map(([name, { p50, p99 }]) => [name, { p50: medianOf(p50), p99: medianOf(p99) }]),
  );
}

/** The processor time that a process has used so far, ended threads included, in microseconds; Linux counts it by 10 ms. */
export async function readCpuUs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The second field, the program's name, may hold spaces. Ticks of user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** The memory that a process holds, in megabytes. */
export async function readMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024) / 1e6;
}

/** The machine that something was measured on. */
export type Machine = {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
};

export function describeMachine(): Machine {
  const [first] = cpus();
  return {
    cpu: first?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
  };
}

/** The commit that is checked out, marked as dirty where files differ from it; what the bench itself wrote does not count. */
export async function describeCommit(): Promise<string> {
  const git = async (...words: string[]) => (await run("git", words, { cwd: root })).stdout.trim();
  try {
    const changed = await git("status", "--porcelain", "-uno", "--", ".", ":!docs/benchmarks*");
    return (await git("rev-parse", "--short=7", "HEAD")) + (changed === "" ? "" : "-dirty");
  } catch {
    return "unknown";
  }
}
