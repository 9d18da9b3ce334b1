import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { readCommand } from "@trading-oms/spec";

export const repository: string = resolve(import.meta.dirname, "../../../..");

/** Aborts running programs when the rehearsal is interrupted, so that it can clean up. */
export const interruption = new AbortController();

type ProgramSettings = {
  readonly folder: string;
  /** The only npm settings that apply; those of the account and the environment are hidden. */
  readonly npmrc?: string;
  /** A folder whose programs are found before all others. */
  readonly bin?: string;
};

const execute = promisify(execFile);

/** Runs a program and returns its stdout. Rejects with all of its output if it fails. */
export async function runProgram(
  program: string,
  words: readonly string[],
  { folder, npmrc, bin }: ProgramSettings,
): Promise<string> {
  const settings = npmrc === undefined ? process.env : onlySettingsOf(npmrc);
  const path = bin === undefined ? {} : { PATH: `${bin}${delimiter}${process.env["PATH"]}` };
  const running = execute(program, words, {
    cwd: folder,
    env: { ...settings, ...path, TURBO_TELEMETRY_DISABLED: "1" },
    signal: interruption.signal,
    maxBuffer: 2 ** 28,
  });
  running.child.stdin?.end();
  try {
    return (await running).stdout;
  } catch (failure) {
    // The message ends with the stderr.
    const { message, stdout = "" } = failure as Error & { readonly stdout?: string };
    throw new Error(`${message.trim()}\n${stdout.trim()}`, { cause: failure });
  }
}

/**
 * Settings for the scope or environment variables would override the registry, and a release could go to the wrong one.
 */
function onlySettingsOf(npmrc: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^p?npm_config_/i.test(name));
  return {
    ...Object.fromEntries(others),
    NPM_CONFIG_USERCONFIG: npmrc,
    PNPM_CONFIG_USERCONFIG: npmrc,
    // A path that does not exist, so that the machine's global settings do not apply.
    NPM_CONFIG_GLOBALCONFIG: `${npmrc}-of-the-machine`,
  };
}

/** Prints the start of a step and its duration. */
export async function printStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  process.stdout.write(`${name} …`);
  try {
    const result = await work();
    process.stdout.write(` ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (failure) {
    process.stdout.write(" failed\n");
    throw failure;
  }
}

const flag = { type: "boolean", default: false } as const;

/**
 * Runs a rehearsal in a temporary folder, which is removed afterwards unless `--keep` is given. Returns the exit code.
 */
export async function rehearse(
  usage: string,
  work: (scratch: string, options: { readonly short: boolean }) => Promise<boolean>,
): Promise<number> {
  const options = { keep: flag, short: flag };
  const command = readCommand({ words: process.argv.slice(2), options, usage, output: console });
  if ("exitCode" in command) return command.exitCode;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => interruption.abort(new Error(`Ended by ${signal}.`)));
  }
  const scratch = await mkdtemp(join(tmpdir(), "rehearsal-"));
  try {
    return (await work(scratch, command.values)) ? 0 : 1;
  } catch (failure) {
    console.error(failure instanceof Error ? failure.message : failure);
    return 1;
  } finally {
    if (command.values.keep) console.log(`The scratch folder is ${scratch}`);
    else await rm(scratch, { recursive: true, force: true });
  }
}

/** Copies all files that git tracks or would add. */
export async function copyTree(folder: string): Promise<void> {
  const words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = await runProgram("git", words, { folder: repository });
  for (const path of listed.split("\0").filter((each) => each !== "")) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(repository, path), target).catch((failure: NodeJS.ErrnoException) => {
      // A deleted file that is not yet staged is still listed.
      if (failure.code !== "ENOENT") throw failure;
    });
  }
}

/** Makes the copy a git repository with one commit on main. */
export async function copyRepository(folder: string): Promise<void> {
  await copyTree(folder);
  await runProgram("git", ["init", "--quiet", "--initial-branch=main"], { folder });
  await commitAll(folder, "The repository as it is rehearsed");
}

/** Commits everything in the temporary repository; changesets looks up the commit of each change. */
export async function commitAll(folder: string, message: string): Promise<void> {
  // Ignores signing and hooks of the account.
  const settings = [
    "user.name=rehearsal",
    "user.email=rehearsal@localhost",
    "commit.gpgsign=false",
    "core.hooksPath=",
  ];
  const author = settings.flatMap((setting) => ["-c", setting]);
  await runProgram("git", ["add", "--all"], { folder });
  await runProgram("git", [...author, "commit", "--quiet", "--allow-empty", `--message=${message}`], {
    folder,
  });
}
