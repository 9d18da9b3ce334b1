import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findTools, type Tools } from "./find-tools.ts";
import { heedSignals } from "./interruption.ts";
import { makeRelease } from "./make-release.ts";
import { readSettings } from "./read-settings.ts";
import { runProgram } from "./run-program.ts";
import { startRegistry } from "./start-registry.ts";
import { tellStep } from "./tell-step.ts";
import { useRelease } from "./use-release.ts";

const usage = `Walks a release to its end on this machine alone: versions from the changesets, build, checks of the packages, publishing
to a registry on loopback, installing with npm in an empty project, and every example of the READMEs run there on Node 20,
on the pinned Node and in Chromium.

  pnpm release:rehearse [--keep]

  --keep   leaves the scratch folder, to look at
  --help   this text

  CHROMIUM_PATH names the browser (/usr/bin/chromium), NODE_20_PATH a Node 20 (one on the PATH).

Nothing outside the scratch folder changes, and nothing is published anywhere else. Exit codes: 0 the release holds,
1 it does not, 2 used wrongly.`;

process.exitCode = await rehearseRelease(process.argv.slice(2));

async function rehearseRelease(words: readonly string[]): Promise<number> {
  const settings = readSettings(words, process.env);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  const tools = await findTools(settings, process.env["PATH"] ?? "");
  if ("missing" in tools) {
    for (const sentence of tools.missing) console.error(sentence);
    return 1;
  }
  heedSignals();
  const scratch = await mkdtemp(join(tmpdir(), "release-rehearsal-"));
  try {
    const isGood = await walk(scratch, tools);
    console.log(isGood ? "The release holds." : "The release does not hold.");
    return isGood ? 0 : 1;
  } catch (failure) {
    console.error(failure instanceof Error ? failure.message : failure);
    return 1;
  } finally {
    if (settings.keep) console.log(`The scratch folder is ${scratch}`);
    else await rm(scratch, { recursive: true, force: true });
  }
}

async function walk(scratch: string, tools: Tools): Promise<boolean> {
  const repository = resolve(import.meta.dirname, "../../..");
  const upstream = await runProgram("npm", ["config", "get", "registry"], { folder: repository });
  const registry = await tellStep("start a registry on loopback", () =>
    startRegistry(join(scratch, "registry"), upstream.trim()),
  );
  try {
    const packages = await makeRelease(repository, scratch, registry);
    return await useRelease(repository, scratch, registry, packages, tools);
  } finally {
    await registry.stop();
  }
}
