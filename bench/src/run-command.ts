import { spawn } from "node:child_process";
import { resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../..");

/** How a command ended: how long it took on the wall clock, and what it printed. */
export type CommandRun = { readonly seconds: number; readonly printed: string };

/** Runs a program of this repository's to its end, and rejects where it fails. */
export function runCommand(
  program: string,
  words: readonly string[],
  folder: string = repository,
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const began = performance.now();
  const child = spawn(resolve(repository, "node_modules/.bin", program), words, {
    cwd: folder,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", ...environment },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  return new Promise((settle, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const seconds = (performance.now() - began) / 1000;
      if (code === 0) settle({ seconds, printed });
      else reject(new Error(`${program} ${words.join(" ")} ended with ${code}:\n${printed}`));
    });
  });
}
