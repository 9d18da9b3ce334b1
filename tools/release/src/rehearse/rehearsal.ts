/** A rehearsal works in a copy of the repository, which is removed at its end. */
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readCommand } from "@trading-oms/spec";
import { interruption, repository, runProgram } from "../run/run-program.ts";

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
