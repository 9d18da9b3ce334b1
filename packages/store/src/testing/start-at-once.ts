import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(new URL("open-and-write.ts", import.meta.url));

/** Starts processes that all open one store that holds nothing yet, and gives the schema that each of them found. */
export async function startAtOnce(place: string, count: number): Promise<number[]> {
  const told = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      promisify(execFile)(process.execPath, [program, place, `A-${index}`]),
    ),
  );
  return told.map(({ stdout }) => Number(stdout));
}
