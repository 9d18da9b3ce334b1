import { execFile } from "node:child_process";
import { resolve } from "node:path";

const compiler = resolve(import.meta.dirname, "../node_modules/.bin/tsc");

/**
 * Lets the compiler say where the types and the contract in a folder disagree; no line means that they agree. It runs
 * on one thread: several mutations are compiled at once, and its threads would only cost each other time.
 */
export function compileAgreement(folder: string): Promise<string[]> {
  const words = ["-p", folder, "--pretty", "false", "--singleThreaded"];
  return new Promise((settle) => {
    execFile(compiler, words, { maxBuffer: 1 << 26 }, (failure, printed) => {
      const lines = printed.split("\n").filter((line) => line !== "");
      settle(failure !== null && lines.length === 0 ? [failure.message] : lines);
    });
  });
}
