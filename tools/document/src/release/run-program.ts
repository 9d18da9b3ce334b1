import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { readCommand } from "../command.ts";

export const repository: string = resolve(import.meta.dirname, "../../../..");

/** Aborts what runs when the rehearsal is told to end, so that it can clean up behind itself. */
export const interruption = new AbortController();

/** Where a program runs. */
type ProgramSettings = {
  readonly folder: string;
  /** The only settings of registries that it finds: neither those of the account nor of the environment count. */
  readonly npmrc?: string;
};

const execute = promisify(execFile);

/** Runs a program to its end and gives what it wrote to stdout; rejects with all that it wrote where it fails. */
export async function runProgram(
  program: string,
  words: readonly string[],
  { folder, npmrc }: ProgramSettings,
): Promise<string> {
  const running = execute(program, words, {
    cwd: folder,
    env: { ...(npmrc === undefined ? process.env : onlySettingsOf(npmrc)), TURBO_TELEMETRY_DISABLED: "1" },
    signal: interruption.signal,
    maxBuffer: 2 ** 28,
  });
  running.child.stdin?.end();
  try {
    return (await running).stdout;
  } catch (failure) {
    // The message ends with what was written to stderr.
    const { message, stdout = "" } = failure as Error & { readonly stdout?: string };
    throw new Error(`${message.trim()}\n${stdout.trim()}`, { cause: failure });
  }
}

/** A line for the scope or a variable outranks a plain registry, and would lead a release to where it is not meant to go. */
function onlySettingsOf(npmrc: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^p?npm_config_/i.test(name));
  return {
    ...Object.fromEntries(others),
    NPM_CONFIG_USERCONFIG: npmrc,
    PNPM_CONFIG_USERCONFIG: npmrc,
    // There is no such file, so that none of the machine's counts.
    NPM_CONFIG_GLOBALCONFIG: `${npmrc}-of-the-machine`,
  };
}

/** Prints that a step begins, and how long it took. */
export async function tellStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
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

/** Runs a rehearsal in a scratch folder, which goes afterwards unless `--keep` is given, and gives the exit code. */
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

/** Copies what git has or would take into a folder. */
export async function copyTree(folder: string): Promise<void> {
  const words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = await runProgram("git", words, { folder: repository });
  for (const path of listed.split("\0").filter((each) => each !== "")) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(repository, path), target).catch((failure: NodeJS.ErrnoException) => {
      // A file that was removed and not yet staged is listed all the same.
      if (failure.code !== "ENOENT") throw failure;
    });
  }
}

/** Makes the copy a repository of its own with one commit on main. */
export async function copyRepository(folder: string): Promise<void> {
  await copyTree(folder);
  await runProgram("git", ["init", "--quiet", "--initial-branch=main"], { folder });
  await commitAll(folder, "The repository as it is rehearsed");
}

/** Commits everything in the scratch repository, where changesets look for the commit of each change. */
export async function commitAll(folder: string, message: string): Promise<void> {
  // Neither signatures nor hooks of the account belong here.
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
