import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { labTest } from "../harness/lab-test.ts";
import { breaches } from "./breaches.ts";
import { copyTree, readTree, runGit } from "./read-tree.ts";
import { rules } from "./rules.ts";

/** A rule violation that a tool reported. */
type Found = { readonly name: string; readonly path: string };

const judgedPaths = breaches.flatMap(({ path }) => (path.endsWith(".ts") ? [path] : []));

export const test = labTest({
  about: "Breaks every rule in a copy of the repository, and asserts that each breach is found.",
  options: {},
  run: async ({ folder, report }) => {
    plant(folder);
    const found = [...findByOurRules(folder), ...findByBiome(folder), ...findByDependencyCruiser(folder)];
    const missed = breaches.filter(
      ({ name, path }) => !found.some((each) => each.name === name && each.path === path),
    );
    const unplanted = (await namesOfRules()).filter(
      (name) => !breaches.some((breach) => breach.name === name),
    );
    report({
      line: `${breaches.length - missed.length} of ${breaches.length} breaches found`,
      faults: [
        ...missed.map(({ name, path }) => `not found: ${name} in ${path}`),
        ...unplanted.map((name) => `${name} has no breach in tools/lab/src/rules/breaches.ts`),
      ],
    });
  },
});

/** Copies the files of a clone, initialises git, and adds every breach. */
function plant(folder: string): void {
  const tree = readTree(".");
  copyTree(tree, folder);
  for (const { path, text } of breaches) {
    if (tree.paths.includes(path)) throw new Error(`${path} is there already; plant the breach elsewhere.`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  runGit(folder, ["init", "--quiet"]);
  // With --force, since a breach may be that an ignored file is committed.
  runGit(folder, ["add", "--force", "--", ...breaches.map(({ path }) => path)]);
}

function findByOurRules(folder: string): Found[] {
  const tree = readTree(folder);
  return rules.flatMap(({ name, find }) => [...find(tree)].map(({ path }) => ({ name, path })));
}

const folderCycles = ".dependency-cruiser-folders.mjs";

function findByDependencyCruiser(folder: string): Found[] {
  const find = (...args: readonly string[]): Found[] => {
    const output = JSON.parse(run(folder, "depcruise", ["--output-type", "json", ...args])) as {
      summary: { violations: { rule: { name: string }; from: string }[] };
    };
    return output.summary.violations.map(({ rule, from }) => ({ name: rule.name, path: from }));
  };
  const inFolders = find("--config", folderCycles, "--metrics", ...judgedPaths);
  // A folder is named by the file that was planted in it.
  return [
    ...find(...judgedPaths),
    ...inFolders.map(({ name, path }) => ({ name, path: `${path}/planted.ts` })),
  ];
}

/** A plugin is identified by its file, since Biome reports all plugins under the same name. */
function findByBiome(folder: string): Found[] {
  const output = run(folder, "biome", [
    "lint",
    "--reporter=github",
    "--max-diagnostics=none",
    ...judgedPaths,
  ]);
  return Array.from(output.matchAll(/title=([^,]+),file=([^,]+),/g), ([, title = "", file = ""]) => ({
    name: title.split("/").at(-1) ?? "",
    path: file.slice(file.startsWith(folder) ? folder.length + 1 : 0),
  }));
}

function run(folder: string, program: string, args: readonly string[]): string {
  const path = resolve("node_modules/.bin", program);
  const { stdout, stderr } = spawnSync(path, args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (stdout === "") throw new Error(`${program} told nothing: ${stderr}`);
  return stdout;
}

/** The import rules and our own rules. Biome's rules are listed by hand. */
async function namesOfRules(): Promise<string[]> {
  const read = async (path: string) => {
    const { default: config } = (await import(resolve(path))) as {
      default: { forbidden: { name: string }[] };
    };
    return config.forbidden;
  };
  const ofImports = [...(await read(".dependency-cruiser.mjs")), ...(await read(folderCycles))];
  return [...ofImports, ...rules].map(({ name }) => name);
}
