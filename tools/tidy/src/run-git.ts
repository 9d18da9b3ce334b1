import { execFileSync } from "node:child_process";

const outputBytesMax = 64 * 1024 * 1024;

/** Runs git in a folder and returns what it prints. A hook's own variables would point it to another repository. */
export function runGit(folder: string, words: readonly string[]): string {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return execFileSync("git", words, {
    cwd: folder,
    encoding: "utf8",
    env: Object.fromEntries(environment),
    maxBuffer: outputBytesMax,
    stdio: ["ignore", "pipe", "ignore"],
  });
}
