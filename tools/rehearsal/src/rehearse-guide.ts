import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { copyRepository } from "./copy-repository.ts";
import { doStep } from "./do-step.ts";
import { heedSignals } from "./interruption.ts";
import { type GuideStep, readGuide } from "./read-guide.ts";
import { runProgram } from "./run-program.ts";
import { tellStep } from "./tell-step.ts";

const usage = `Follows docs/adding-an-operation.md to the letter in a scratch copy, and ends well where the copy is green.

  pnpm rehearse:guide [--quick] [--keep]

  --quick   leaves out what the guide calls slow
  --keep    leaves the scratch copy, to look at
  --help    this text

Exit codes: 0 the guide holds, 1 it does not, 2 used wrongly.`;

const durationMsMax = 15 * 60_000;

process.exitCode = await rehearseGuide(process.argv.slice(2));

async function rehearseGuide(words: readonly string[]): Promise<number> {
  const settings = readFlags(words);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  const repository = resolve(import.meta.dirname, "../../..");
  heedSignals();
  const scratch = await mkdtemp(join(tmpdir(), "guide-rehearsal-"));
  const began = performance.now();
  try {
    const steps = readGuide(await readFile(join(repository, "docs/adding-an-operation.md"), "utf8"));
    await follow(repository, scratch, settings.quick ? steps.filter((step) => !isSlow(step)) : steps);
    const durationMs = performance.now() - began;
    const isQuick = durationMs <= durationMsMax;
    console.log(
      `The guide ${isQuick ? "holds" : "takes too long"}: ${(durationMs / 1000).toFixed(0)} s, at most ${durationMsMax / 1000}`,
    );
    return isQuick ? 0 : 1;
  } catch (failure) {
    console.error(failure instanceof Error ? failure.message : failure);
    return 1;
  } finally {
    if (settings.keep) console.log(`The scratch copy is ${scratch}`);
    else await rm(scratch, { recursive: true, force: true });
  }
}

async function follow(repository: string, scratch: string, steps: readonly GuideStep[]): Promise<void> {
  const manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  const pnpm = `npx -y ${manifest.packageManager}`;
  await tellStep("copy the repository and install", async () => {
    await copyRepository(repository, scratch);
    await copyCache(repository, scratch);
    await runProgram("bash", ["-c", `${pnpm} install --frozen-lockfile --prefer-offline`], {
      folder: scratch,
    });
  });
  for (const step of steps) {
    for (const part of partsOf(step)) await tellStep(describe(part), () => doStep(part, scratch, pnpm));
  }
}

/** Whoever follows the guide has built and tested here before, and what knows nothing of the document is as it was. */
async function copyCache(repository: string, scratch: string): Promise<void> {
  const cache = join(".turbo", "cache");
  await cp(join(repository, cache), join(scratch, cache), { recursive: true }).catch(
    (failure: NodeJS.ErrnoException) => {
      if (failure.code !== "ENOENT") throw failure;
    },
  );
}

/** Commands of ours are told one by one, because each takes its time. */
function partsOf(step: GuideStep): GuideStep[] {
  if (step.kind !== "sh" || !/^(?:pnpm|npm) /.test(step.text)) return [step];
  return step.text
    .trim()
    .split("\n")
    .map((line) => ({ ...step, text: `${line}\n` }));
}

function describe(step: GuideStep): string {
  if (step.kind === "yaml") return `write into the document, under ${step.place}`;
  if (step.kind === "diff") return `change ${step.path}`;
  return (step.text.split("\n")[0] ?? "").slice(0, 80);
}

function isSlow(step: GuideStep): boolean {
  return step.kind === "sh" && step.isSlow;
}

type Flags = { readonly quick: boolean; readonly keep: boolean; readonly help: boolean };

function readFlags(words: readonly string[]): Flags | { readonly fault: string } {
  try {
    const flag = { type: "boolean", default: false } as const;
    return parseArgs({ args: [...words], options: { quick: flag, keep: flag, help: flag } }).values;
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
