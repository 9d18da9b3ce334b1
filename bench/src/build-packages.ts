import { runCommand } from "./run-command.ts";

/** Builds packages of ours and what they are made of, so that a bench works in a fresh clone. */
export async function buildPackages(...names: readonly string[]): Promise<void> {
  const filters = names.map((name) => `--filter=@trading-oms/${name}`);
  await runCommand("turbo", ["run", "build", ...filters, "--output-logs=errors-only"]);
}
