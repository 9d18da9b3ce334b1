import { join } from "node:path";
import { runProgram } from "./run-program.ts";

/**
 * Runs the installed suite of claims against the service of the rehearsal, which keeps some claims and, since it answers
 * every search alike, breaks others: both have to be told.
 */
export async function askByClaims(project: string, node: string, origin: string): Promise<void> {
  const help = await runProgram("npx", ["--no-install", "conformance", "--help"], { folder: project });
  if (!help.includes("conformance ADDRESS")) throw new Error(`npx conformance --help says:\n${help}`);
  const program = join(project, "node_modules/@trading-oms/conformance/bin/conformance.js");
  const ask = (only: string) => runProgram(node, [program, origin, "--only", only], { folder: project });
  await ask("search.says-success");
  const verdict = await ask("search.nothing-found-is-success").catch(String);
  if (!verdict.includes("BREAKS     search.nothing-found-is-success")) {
    throw new Error(`A search that finds something for any term was not told of:\n${verdict}`);
  }
}
