import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The command line as it was built. */
export const omsProgram: string = fileURLToPath(new URL("../../../apps/oms/dist/oms.js", import.meta.url));

/** Runs a command of the built command line, and gives what it printed. */
export async function runOms(
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<string> {
  const { PATH = "" } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [omsProgram, ...words], {
    env: { PATH, ...settings },
    maxBuffer: 64 * 1_024 * 1_024,
  });
  return stdout;
}
