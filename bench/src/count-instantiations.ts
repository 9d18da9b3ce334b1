import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readInstantiations } from "./read-instantiations.ts";
import { runCommand } from "./run-command.ts";

/** What a program costs the compiler; the program has to compile without an error. */
export async function countInstantiations(
  folder: string,
  program: string,
  settings: object,
): Promise<number> {
  const project = join(folder, `tsconfig.${program}.json`);
  await writeFile(project, JSON.stringify({ ...settings, files: [program] }));
  const { printed } = await runCommand("tsc", ["-p", project, "--extendedDiagnostics"]);
  return readInstantiations(printed);
}
