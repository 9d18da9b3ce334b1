/** A rehearsal works in a copy of the repository, which is removed at its end. */
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Program, startProgram } from "@trading-oms/scratch";
import { readCommand } from "@trading-oms/spec";
import { interruption, printStep, repository, runProgram } from "../run/run-program.ts";

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

/** Runs lines at the root of a copy, where `pnpm` is the pinned one. Returns what they print. */
export type Shell = (lines: string) => Promise<string>;

/** Copies the repository as a git repository with one commit on main, and installs it. */
export async function installCopy(folder: string): Promise<Shell> {
  const { packageManager } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  const shell: Shell = (lines) =>
    runProgram("bash", ["-c", `set -eu\npnpm() { npx -y ${packageManager} "$@"; }\n${lines}`], { folder });
  await printStep("copy the repository and install", async () => {
    await copyTree(folder);
    await runProgram("git", ["init", "--quiet", "--initial-branch=main"], { folder });
    await commitAll(folder, "The repository as it is rehearsed");
    await shell("pnpm install --frozen-lockfile --prefer-offline");
  });
  return shell;
}

/** Starts the built server of a copy on a free port. */
export function startServer(folder: string): Program {
  return startProgram(process.execPath, [join(folder, "apps/server/dist/runtimes/node/main.js")], {
    ...{ PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0" },
    ...{ DATA_DIR: join(folder, "data"), DRAIN_DELAY_MS: "0" },
  });
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
