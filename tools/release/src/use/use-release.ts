import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeCard } from "@trading-oms/cards";
import { listen } from "@trading-oms/site/serve-folder";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import type { PackedPackage } from "../pack/pack-packages.ts";
import { printStep, repository, runProgram } from "../run/run-program.ts";
import { makeExampleService } from "./example-service.ts";
import {
  cardOrder,
  comparePrinted,
  type Example,
  expectedLines,
  listExamples,
  type Printed,
  writeDriver,
} from "./examples.ts";

/** The paths of the programs that run examples. */
export type Runtimes = {
  readonly oldestNode: string;
  readonly pinnedNode: string;
  readonly chromium: string;
};

/** Installs the release from the registry, and runs its examples on every runtime. */
export async function useRelease(
  project: string,
  npmrc: string,
  packages: readonly PackedPackage[],
  runtimes: Runtimes,
): Promise<boolean> {
  const service = await makeExampleService(join(repository, "openapi/examples"));
  const api = await listen(service.fetch);
  const page = await listen(
    () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } }),
  );
  try {
    // The workspace's compiler, and the last one written in JavaScript.
    const compilers = {
      "typescript-5": `npm:typescript@${await readVersion("tools/spec", "typescript")}`,
      typescript: await readVersion(".", "typescript"),
    };
    const others = {
      ...compilers,
      "@types/node": await readVersion("tools/release", "@types/node"),
      // A guide caches with it what the hooks of each framework cache.
      "@tanstack/query-core": await readVersion("packages/client", "@tanstack/react-query"),
      // And another is for tests.
      vitest: await readVersion(".", "vitest"),
    };
    await printStep("install in an empty project with npm", () =>
      installPackages(project, npmrc, packages, others),
    );
    await printStep("ask the service for claims on Node 22, by npx and by name", () =>
      askByClaims(project, runtimes.oldestNode, api.origin),
    );
    service.takeServed();
    const examples = await prepareExamples(project, packages, api.origin);
    for (const compiler of Object.keys(compilers)) {
      await printStep(`type-check ${examples.length} examples with ${compiler}`, async () => {
        const tsc = join(project, `node_modules/${compiler}/bin/tsc`);
        for (const settings of ["tsconfig.json", "tsconfig.node.json", "tsconfig.tests.json"]) {
          await runProgram(process.execPath, [tsc, "-p", settings], { folder: project });
        }
      });
    }
    let isGood = true;
    const run = async (runtime: string, work: () => Promise<Printed>): Promise<void> => {
      const printed = await printStep(`run the examples on ${runtime}`, work);
      const served = service.takeServed();
      const absent = service.operations.filter((operation) => !served.has(operation));
      const faults = [
        ...comparePrinted(expectedLines, printed),
        ...absent.map((operation) => `no example got an answer of ${operation}`),
      ];
      const count = Object.keys(printed).length;
      printFigure(faults.length === 0, `${runtime}: ${count} examples, ${served.size} operations`);
      for (const fault of faults) console.log(fault);
      isGood &&= faults.length === 0;
    };
    const programs = examples.filter(({ isTest }) => !isTest);
    const forAny = programs.filter(({ readsCards }) => !readsCards);
    await run("Node 22", () => runInNode(runtimes.oldestNode, project, forAny));
    await run("the pinned Node", () => runInNode(runtimes.pinnedNode, project, programs));
    await run("Chromium", () => runInChromium(runtimes.chromium, page.origin, project, programs));
    for (const node of [runtimes.oldestNode, runtimes.pinnedNode]) {
      await printStep(`run the examples that are tests, with ${node}`, () =>
        runProgram(node, ["node_modules/vitest/vitest.mjs", "run", "--dir", "examples"], { folder: project }),
      );
    }
    return isGood;
  } finally {
    await api.close();
    await page.close();
  }
}

function printFigure(isGood: boolean, line: string): void {
  console.log(`${isGood ? "holds" : "FAILS"}  ${line}`);
}

/** The installed version of a package in a folder of the repository. */
async function readVersion(room: string, name: string): Promise<string> {
  const manifest = join(repository, room, "node_modules", name, "package.json");
  return JSON.parse(await readFile(manifest, "utf8")).version;
}

/** Creates an empty project and installs the packages with plain npm, as a user would. */
async function installPackages(
  project: string,
  npmrc: string,
  packages: readonly PackedPackage[],
  others: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(project);
  const manifest = { name: "somebody", private: true, type: "module" };
  await writeFile(join(project, "package.json"), JSON.stringify(manifest));
  await copyFile(npmrc, join(project, ".npmrc"));
  const ours = packages.map(({ name, version }) => `${name}@${version}`);
  const theirs = Object.entries(others).map(([name, range]) => `${name}@${range}`);
  const flags = ["--no-audit", "--no-fund", "--no-update-notifier"];
  await runProgram("npm", ["install", ...flags, ...ours, ...theirs], { folder: project });
  const lockfile = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8"));
  const strangers = findStrangers(
    lockfile.packages,
    packages.map(({ name }) => name),
  );
  if (strangers.length > 0) throw new Error(`With the packages came ${strangers.join(", ")}.`);
}

/** The used part of a lockfile entry. */
type Locked = { readonly dependencies?: Readonly<Record<string, string>> };

/** The complete known dependencies of our packages, so that a change of them is noticed before users see it. */
const companions = [
  ...["openapi-fetch", "openapi-typescript-helpers", "eventsource-parser"],
  ...["sharp", "@img/colour", "detect-libc", "semver"],
  ...["@jsquash/jpeg", "zxing-wasm", "@types/emscripten", "type-fest", "tagged-tag"],
  ...[
    "@tesseract.js-data/vie",
    "tesseract.js",
    "tesseract.js-core",
    "wasm-feature-detect",
    "regenerator-runtime",
  ],
  ...["bmp-js", "idb-keyval", "is-url", "zlibjs", "opencollective-postinstall"],
  ...["ajv", "ajv-formats", "fast-deep-equal", "fast-uri", "json-schema-traverse", "require-from-string"],
  ...["node-fetch", "whatwg-url", "tr46", "webidl-conversions"],
];

/** Lists direct and transitive dependencies of packages, except the packages themselves and the known ones. */
export function findStrangers(locked: Readonly<Record<string, Locked>>, names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const each of Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {})) visit(each);
  };
  names.forEach(visit);
  return [...found].filter((name) => ![...names, ...companions].includes(name));
}

/**
 * Runs the installed conformance suite against the example service. Some claims hold, others break, since it answers
 * every search alike; both must be reported.
 */
async function askByClaims(project: string, node: string, origin: string): Promise<void> {
  const help = await runProgram("npx", ["--no-install", "conformance", "--help"], { folder: project });
  if (!help.includes("conformance ADDRESS")) throw new Error(`npx conformance --help says:\n${help}`);
  const program = join(project, "node_modules/@trading-oms/conformance/bin/conformance.js");
  const ask = (only: string) => runProgram(node, [program, origin, "--only", only], { folder: project });
  await ask("search.success-status");
  const verdict = await ask("search.no-match-succeeds").catch(String);
  if (!verdict.includes("BREAKS     search.no-match-succeeds")) {
    throw new Error(`A search that finds something for any term was not told of:\n${verdict}`);
  }
}

/** Extracts the examples of the installed READMEs and of the repository's pages, and writes them into the project. */
async function prepareExamples(
  project: string,
  packages: readonly PackedPackage[],
  origin: string,
): Promise<Example[]> {
  const examples: Example[] = [];
  for (const [name, path] of [
    ["readme", "README.md"],
    ["build-an-app", "docs/build-an-app.md"],
    ["first-page", "docs/site/index.md"],
    ["testing-and-mocks", "docs/testing-and-mocks.md"],
  ] as const)
    examples.push(...listExamples(name, await readFile(join(repository, path), "utf8")));
  for (const { name } of packages) {
    const markdown = await readFile(join(project, "node_modules", name, "README.md"), "utf8");
    examples.push(...listExamples(name.slice(name.indexOf("/") + 1), markdown));
  }
  for (const folder of ["examples", "built"]) await mkdir(join(project, folder));
  const fileOf = ({ name, isTest }: Example): string => `examples/${name}${isTest ? ".test" : ""}.ts`;
  for (const example of examples) {
    const { name, text, isTest } = example;
    const pointed = text.replaceAll("http://127.0.0.1:8787", origin);
    await writeFile(join(project, fileOf(example)), pointed);
    if (isTest) continue;
    await writeFile(join(project, `built/run-${name}.js`), writeDriver(`./${name}.js`, text));
  }
  const { front, back } = makeCard({ ...cardOrder, encoding: "jpeg" });
  for (const [side, bytes] of Object.entries({ front, back })) {
    await writeFile(join(project, `${side}.jpg`), bytes);
  }
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    rootDir: "examples",
    outDir: "built",
    types: [],
  };
  const ofNode = examples.filter(({ text }) => text.includes('from "node:'));
  const tests = examples.filter(({ isTest }) => isTest);
  const others = examples.filter((example) => ![...ofNode, ...tests].includes(example));
  const files = others.map(fileOf);
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const extended = { compilerOptions: { ...compilerOptions, types: ["node"] }, files: ofNode.map(fileOf) };
  await writeFile(join(project, "tsconfig.node.json"), JSON.stringify(extended));
  // The declarations of Vitest need those of Vite and of what it was made with.
  const lenient = { ...extended.compilerOptions, skipLibCheck: true, noEmit: true };
  const ofTests = { compilerOptions: lenient, files: tests.map(fileOf) };
  await writeFile(join(project, "tsconfig.tests.json"), JSON.stringify(ofTests));
  return examples;
}

async function runInNode(node: string, project: string, examples: readonly Example[]): Promise<Printed> {
  const printed: Record<string, readonly string[]> = {};
  for (const { name } of examples) {
    const told = await runProgram(node, [join(project, `built/run-${name}.js`)], { folder: project });
    printed[name] = JSON.parse(told);
  }
  return printed;
}

const pageMsMax = 30_000;

/** Runs the examples without file access in Chromium, bundled into a page of another origin than the service. */
async function runInChromium(
  executablePath: string,
  page: string,
  project: string,
  examples: readonly Example[],
): Promise<Printed> {
  // Chromium's sandbox needs privileges that containers and root accounts lack; only our own page is opened.
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const printed: Record<string, readonly string[]> = {};
    for (const { name } of examples.filter(({ needsNode }) => !needsNode)) {
      const tab = await browser.newPage();
      const content = await bundle(join(project, `built/run-${name}.js`));
      const told = new Promise<string>((settle, reject) => {
        tab.on("pageerror", reject);
        setTimeout(reject, pageMsMax, new Error(`${name} told nothing in Chromium.`)).unref();
        tab
          .exposeFunction("report", settle)
          .then(() => tab.goto(page))
          .then(() => tab.addScriptTag({ content, type: "module" }))
          .catch(reject);
      });
      printed[name] = JSON.parse(await told);
      await tab.close();
    }
    return printed;
  } finally {
    await browser.close();
  }
}

async function bundle(program: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [program],
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
