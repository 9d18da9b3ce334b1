import { join } from "node:path";
import type { Example } from "./list-examples.ts";
import { runProgram } from "./run-program.ts";

/** The lines that each example printed, by its name. */
export type Printed = Readonly<Record<string, readonly string[]>>;

/** Runs the examples of a project one by one in a Node. */
export async function runInNode(
  node: string,
  project: string,
  examples: readonly Example[],
): Promise<Printed> {
  const printed: Record<string, readonly string[]> = {};
  for (const { name } of examples) {
    const told = await runProgram(node, [join(project, `built/run-${name}.js`)], { folder: project });
    printed[name] = JSON.parse(told);
  }
  return printed;
}
