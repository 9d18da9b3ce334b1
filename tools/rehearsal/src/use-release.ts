import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { answerByExample } from "./answer-by-example.ts";
import { askByClaims } from "./ask-by-claims.ts";
import { comparePrinted } from "./compare-printed.ts";
import { expectedLines } from "./expected-lines.ts";
import type { Tools } from "./find-tools.ts";
import { installPackages } from "./install-packages.ts";
import { listen } from "./listen.ts";
import { type Budget, measureClient } from "./measure-client.ts";
import type { PackedPackage } from "./pack-packages.ts";
import { compileExamples, prepareExamples } from "./prepare-examples.ts";
import { runInChromium } from "./run-in-chromium.ts";
import { type Printed, runInNode } from "./run-in-node.ts";
import type { Registry } from "./start-registry.ts";
import { tellStep } from "./tell-step.ts";

/** Installs the release as a stranger would, runs its examples on every runtime, and weighs the client. */
export async function useRelease(
  repository: string,
  scratch: string,
  registry: Registry,
  packages: readonly PackedPackage[],
  tools: Tools,
): Promise<boolean> {
  const project = join(scratch, "project");
  const service = await answerByExample(join(repository, "openapi/examples"));
  const api = await listen(service.fetch);
  const page = await listen(
    () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } }),
  );
  try {
    const compilers = await readCompilers(repository);
    const ofNode = { "@types/node": await readVersion(join(repository, "tools/rehearsal"), "@types/node") };
    await tellStep("install in an empty project with npm", () =>
      installPackages(project, registry.npmrc, packages, { ...compilers, ...ofNode }),
    );
    await tellStep("ask the service for claims on Node 20, by npx and by name", () =>
      askByClaims(project, tools.node20, api.origin),
    );
    service.takeServed();
    const examples = await prepareExamples(project, repository, packages, api.origin);
    for (const compiler of Object.keys(compilers)) {
      await tellStep(`type-check ${examples.length} examples with ${compiler}`, () =>
        compileExamples(project, compiler),
      );
    }
    const runs: Run[] = [];
    const run = async (runtime: string, work: () => Promise<Printed>): Promise<void> => {
      const printed = await tellStep(`run the examples on ${runtime}`, work);
      runs.push({ runtime, printed, served: service.takeServed() });
    };
    const forAny = examples.filter(({ readsCards }) => !readsCards);
    await run("Node 20", () => runInNode(tools.node20, project, forAny));
    await run("the pinned Node", () => runInNode(tools.pinnedNode, project, examples));
    await run("Chromium", () => runInChromium(tools.chromium, page.origin, project, examples));
    const areGood = tellRuns(runs, service.operations);
    return tellBudgets(await tellStep("weigh the client", () => measureClient(project))) && areGood;
  } finally {
    await api.close();
    await page.close();
  }
}

type Run = { readonly runtime: string; readonly printed: Printed; readonly served: ReadonlySet<string> };

/** The compilers that the examples have to pass: the workspace's, and the last one that was written in JavaScript. */
async function readCompilers(repository: string): Promise<Record<string, string>> {
  return {
    "typescript-5": `npm:typescript@${await readVersion(join(repository, "tools/document"), "typescript")}`,
    typescript: await readVersion(repository, "typescript"),
  };
}

/** The version of a package that a room of the repository has installed. */
async function readVersion(room: string, name: string): Promise<string> {
  return JSON.parse(await readFile(join(room, "node_modules", name, "package.json"), "utf8")).version;
}

function tellRuns(runs: readonly Run[], operations: readonly string[]): boolean {
  let areGood = true;
  for (const { runtime, printed, served } of runs) {
    const faults = comparePrinted(expectedLines, printed);
    const absent = operations.filter((operation) => !served.has(operation));
    if (absent.length > 0) faults.push(`no example got an answer of ${absent.join(", ")}`);
    areGood &&= faults.length === 0;
    const count = Object.keys(printed).length;
    console.log(
      `${faults.length === 0 ? "works" : "FAILS"}  ${runtime}: ${count} examples, ${served.size} operations`,
    );
    for (const fault of faults) console.log(fault);
  }
  return areGood;
}

function tellBudgets(budgets: readonly Budget[]): boolean {
  for (const { what, value, unit, valueMax } of budgets) {
    const verdict = value <= valueMax ? "holds" : "FAILS";
    const figures = `${value.toLocaleString("en")} ${unit}, at most ${valueMax.toLocaleString("en")}`;
    console.log(`${verdict}  ${what}: ${figures}`);
  }
  return budgets.every(({ value, valueMax }) => value <= valueMax);
}
