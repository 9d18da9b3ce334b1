import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(new URL("../../../apps/oms/dist/oms.js", import.meta.url));

/** Runs a command of the built command line, and gives what it printed. */
export async function runOms(
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<string> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    maxBuffer: 16 * 1_024 * 1_024,
  });
  return stdout;
}
