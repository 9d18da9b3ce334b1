import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { changesUnannounced, judgeRelease } from "../changes/judge-release.ts";
import { checkDocument } from "../check-document.ts";
import { generateSources } from "../generate/generate-sources.ts";
import { readDocumentText } from "../read-document.ts";
import type { Fields } from "../walk-document.ts";
import type { Contract } from "./compare-values.ts";
import { findDrift } from "./find-drift.ts";
import type { MutableFields, Mutation } from "./mutations/mutation.ts";

const root = resolve(import.meta.dirname, "../../../..");

/** What caught a mutation: a gate's name, and the first thing that it said. */
export type Catch = { readonly gate: GateName; readonly said: string };

/** The gates in the order of the table's columns. */
export const gateNames = ["rules", "compiler", "document", "values", "change"] as const;

/** The document's own rules, the compiler, the emitted document, judged values, and change control. */
export type GateName = (typeof gateNames)[number];

/** Makes one mutation in copies and lists the gates that notice it; the repository stays as it is. */
export async function runMutation(document: Fields, mutation: Mutation, seed: number): Promise<Catch[]> {
  const copy = await copyContract();
  try {
    const changed = structuredClone(document) as MutableFields;
    if (mutation.kind === "document") mutation.change(changed);
    else await copy.edit(mutation.kind, mutation.file, (text) => text.replace(mutation.from, mutation.to));
    const isDocument = mutation.kind === "document";
    if (isDocument) await letTypesFollow(changed, copy);
    // The compiler is another process, and works while this one judges values.
    const compiling = compileAgreement(copy.folder);
    const byDocument = isDocument ? await documentGates(document, changed, copy) : [];
    const drift = findDrift(changed, await copy.load(), { runCount: 20, seed });
    const compiler = await compiling;
    return [
      ...byDocument,
      ...caughtBy("compiler", compiler),
      ...caughtBy("document", drift.differences),
      ...caughtBy("values", drift.disagreements),
    ];
  } finally {
    await copy.remove();
  }
}

/** As they would when somebody runs the generator and then undoes what it did to the contract. */
async function letTypesFollow(changed: Fields, copy: ContractCopy): Promise<void> {
  const sources = await generateSources(changed);
  await writeFile(
    join(copy.folder, "types/document.gen.ts"),
    sources["packages/types/src/document.gen.ts"] ?? "",
  );
}

/** What is asked of the document alone. */
async function documentGates(document: Fields, changed: Fields, copy: ContractCopy): Promise<Catch[]> {
  const path = join(copy.folder, "openapi.yaml");
  const text = stringify(changed, { aliasDuplicateObjects: false });
  await writeFile(path, text);
  // Against the document of today, not the published one: a change that is announced already is no mutation.
  const baseline = join(copy.folder, "baseline.yaml");
  await writeFile(baseline, stringify(document, { aliasDuplicateObjects: false }));
  const reading = readDocumentText(path, text);
  const rules = reading.kind === "faulty" ? reading : await checkDocument(path);
  const complaints = rules.kind === "faulty" ? rules.faults.map(({ message }) => message) : [];
  // What can't be read can't be compared either, and that would only say the same again.
  if (reading.kind === "faulty") return caughtBy("rules", complaints);
  const judged = await judgeRelease({ root, document: path, baseline, changesets: copy.folder });
  const change = [
    ...judged.faults.map(({ message }) => message),
    ...changesUnannounced(judged).map(({ description }) => description),
  ];
  return [...caughtBy("rules", complaints), ...caughtBy("change", change)];
}

function caughtBy(gate: GateName, said: readonly string[]): Catch[] {
  const first = said[0];
  return first === undefined ? [] : [{ gate, said: first }];
}

/** A copy of the contract's and the types' sources that a mutation may spoil. */
type ContractCopy = {
  readonly folder: string;
  readonly edit: (kind: "contract" | "types", file: string, edit: (text: string) => string) => Promise<void>;
  readonly load: () => Promise<Contract>;
  readonly remove: () => Promise<void>;
};

/** Copies the sources to a folder of this package, from where their imports resolve as the originals' do. */
async function copyContract(): Promise<ContractCopy> {
  const parent = resolve(import.meta.dirname, "../../.tmp");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "copy-"));
  const withoutTests = { recursive: true, filter: (path: string) => !path.endsWith(".test.ts") };
  await cp(join(root, "packages/contract/src"), join(folder, "contract"), withoutTests);
  await cp(join(root, "packages/types/src"), join(folder, "types"), withoutTests);
  // The document's rules look for the examples beside the document.
  await symlink(join(root, "openapi/examples"), join(folder, "examples"));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(compilerSettings, null, 2));
  return {
    folder,
    edit: async (kind, file, edit) => {
      const path = join(folder, kind, file);
      const text = await readFile(path, "utf8");
      const edited = edit(text);
      if (edited === text)
        throw new Error(`The mutation of ${kind}/${file} changes nothing; mend the mutation.`);
      await writeFile(path, edited);
    },
    load: async () => (await import(join(folder, "contract/index.ts"))) as Contract,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const compilerSettings = {
  extends: "../../../../packages/contract/tsconfig.test.json",
  compilerOptions: { paths: { "@trading-oms/types": ["./types/index.ts"] } },
  include: ["contract", "types"],
};

const compiler = join(root, "node_modules/.bin/tsc");

/**
 * Lets the compiler say where the types and the contract in a folder disagree; no line means that they agree. It runs
 * on one thread: several mutations are compiled at once, and its threads would only cost each other time.
 */
function compileAgreement(folder: string): Promise<string[]> {
  const words = ["-p", folder, "--pretty", "false", "--singleThreaded"];
  return new Promise((settle) => {
    execFile(compiler, words, { maxBuffer: 1 << 26 }, (failure, printed) => {
      const lines = printed.split("\n").filter((line) => line !== "");
      settle(failure !== null && lines.length === 0 ? [failure.message] : lines);
    });
  });
}
