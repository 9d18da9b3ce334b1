import { runCommand } from "./run-command.ts";

/** Builds what is measured, so that a bench works in a fresh clone. */
export async function buildPackages(): Promise<void> {
  await runCommand("turbo", ["run", "//#build", "--output-logs=errors-only"]);
}
