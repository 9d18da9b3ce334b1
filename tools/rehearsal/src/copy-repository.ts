import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runProgram } from "./run-program.ts";

/** Copies what git has or would take into a folder, and makes it a repository of its own with one commit on main. */
export async function copyRepository(repository: string, folder: string): Promise<void> {
  const listed = await runProgram("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    folder: repository,
  });
  for (const path of listed.split("\0").filter((each) => each !== "")) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(repository, path), target).catch((failure: NodeJS.ErrnoException) => {
      // A file that was removed and not yet staged is listed all the same.
      if (failure.code !== "ENOENT") throw failure;
    });
  }
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
