import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(import.meta.resolve("@trading-oms/oms/oms"));

/** Runs a command of the built command line on a data folder, and gives what it printed. */
export async function runOms(dataFolder: string, ...words: readonly string[]): Promise<string> {
  const { PATH = "" } = process.env;
  const env = { PATH, DATA_DIR: dataFolder };
  return (await promisify(execFile)(process.execPath, [program, ...words], { env })).stdout;
}
