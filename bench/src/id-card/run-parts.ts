import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Runs a script in a process a core, each told which part is its own, and hands on every line that they print. */
export async function runParts(
  script: string,
  words: readonly string[],
  partCount: number,
  rest: readonly string[],
  tell: (line: string) => void,
): Promise<void> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const parts = Array.from({ length: partCount }, (_, part) => {
    const all = [path, ...words, String(part), String(partCount), ...rest];
    return runPart(all, tell);
  });
  await Promise.all(parts);
}

async function runPart(words: readonly string[], tell: (line: string) => void): Promise<void> {
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  createInterface({ input: child.stdout }).on("line", tell);
  const code = await new Promise((settle, reject) => {
    child.on("error", reject);
    child.on("close", settle);
  });
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}.`);
}
