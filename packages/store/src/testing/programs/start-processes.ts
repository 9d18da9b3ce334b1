import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(new URL("open-and-write.ts", import.meta.url));

/** Starts processes that open the same store concurrently, and returns the schema version that each of them printed. */
export async function startProcesses(place: string, count: number): Promise<number[]> {
  const outputs = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      promisify(execFile)(process.execPath, [program, place, `A-${index}`]),
    ),
  );
  return outputs.map(({ stdout }) => Number(stdout));
}
