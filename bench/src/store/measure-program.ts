import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { serverFlags } from "../server-flags.ts";

/** What is said to a program that measures something in a process of its own. */
export type ProgramRun = {
  readonly program: string;
  readonly words: readonly string[];
  /** Makes every flush as much longer, by strace. */
  readonly flushDelayMs?: number | undefined;
};

/** Runs such a program to its end, with the flags of a server, and reads what it prints as JSON. */
export async function measureProgram<Result>({ program, words, flushDelayMs }: ProgramRun): Promise<Result> {
  const own = [...serverFlags, program, ...words];
  const { stdout } =
    flushDelayMs === undefined
      ? await promisify(execFile)(process.execPath, own)
      : await promisify(execFile)("strace", [...delaying(flushDelayMs), process.execPath, ...own]);
  return JSON.parse(stdout);
}

function delaying(flushDelayMs: number): string[] {
  const delay = `inject=fsync,fdatasync:delay_exit=${Math.round(flushDelayMs * 1_000)}`;
  return ["-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", delay];
}
