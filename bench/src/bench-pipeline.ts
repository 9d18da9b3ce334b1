import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Figure, medianOf } from "./print-figures.ts";
import { runCommand } from "./run-command.ts";

/** Everything that `npm test` runs, once from nothing and then five times from turbo's cache. */
export async function benchPipeline(): Promise<Figure[]> {
  const words = await wordsOfVerify();
  const cold = await runCommand("turbo", [...words, "--force"]);
  const cached: number[] = [];
  for (let run = 0; run < 5; run += 1) cached.push((await runCommand("turbo", words)).seconds);
  const median = medianOf(cached);
  return [
    { what: "everything, from nothing", value: cold.seconds, unit: "s", reach: 100 },
    { what: "everything, cached (median of 5)", value: median, unit: "s", reach: 3 },
    { what: "cached, as a share of from nothing", value: (100 * median) / cold.seconds, unit: "%" },
  ];
}

/** The root script is read, not repeated, so that the bench measures what runs. */
async function wordsOfVerify(): Promise<string[]> {
  const manifest = await readFile(resolve(import.meta.dirname, "../../package.json"), "utf8");
  const { scripts } = JSON.parse(manifest) as { scripts: { verify: string } };
  const words = (scripts.verify.split(" && ")[0] ?? "").split(" ");
  return words.slice(words.indexOf("turbo") + 1);
}
