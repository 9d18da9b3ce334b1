import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { changesUnannounced, checkRelease } from "../changes/check-release.ts";
import { generateSources, writeTypes } from "../generate/generate-sources.ts";
import type { Fields } from "../grammar/walk-document.ts";
import { readDocumentText, type Source } from "../read/read-document.ts";
import { documents } from "../read/registry.ts";
import { checkDocument } from "../rules/check-document.ts";
import type { Contract } from "./compare-values.ts";
import { findDrift } from "./find-drift.ts";
import type { MutableFields, Mutation } from "./mutations/mutation.ts";

const root = resolve(import.meta.dirname, "../../../..");

/** The gate that caught a mutation, and its first message. */
export type Catch = { readonly gate: GateName; readonly said: string };

/** In the column order of the table. */
export const gateNames = ["rules", "compiler", "document", "values", "change"] as const;

/** The document's own rules, the compiler, the emitted document, compared values, and change control. */
export type GateName = (typeof gateNames)[number];

/** Applies one mutation to copies and lists the gates that catch it. The repository is not changed. */
export async function runMutation(
  { document, entry }: Source,
  mutation: Mutation,
  seed: number,
): Promise<Catch[]> {
  const copy = await copyContract({ document, entry });
  try {
    const changed = structuredClone(document) as MutableFields;
    if (mutation.kind === "document") mutation.change(changed);
    else await copy.edit(mutation.kind, mutation.file, (text) => text.replace(mutation.from, mutation.to));
    const isDocument = mutation.kind === "document";
    // As if the generator had run, and its changes of the contract had been reverted.
    if (isDocument) await copy.writeTypes(await writeTypes(changed));
    // The compiler runs in another process while this one compares values.
    const compiling = compileAgreement(copy.folder);
    const byDocument = isDocument ? await documentGates({ document, entry }, changed, copy) : [];
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

/** The gates that only need the document. */
async function documentGates(
  { document, entry }: Source,
  changed: Fields,
  copy: ContractCopy,
): Promise<Catch[]> {
  const path = join(copy.folder, entry.file);
  const text = stringify(changed, { aliasDuplicateObjects: false });
  await writeFile(path, text);
  // Compared with the current document instead of the published one: an announced change is not a mutation.
  const baseline = join(copy.folder, "baseline.yaml");
  await writeFile(baseline, stringify(document, { aliasDuplicateObjects: false }));
  const reading = readDocumentText(path, text);
  // The rules go by the registry.
  const isRegistered = documents.includes(entry);
  const rules = reading.kind === "faulty" || !isRegistered ? reading : await checkDocument(path);
  const complaints = rules.kind === "faulty" ? rules.faults.map(({ message }) => message) : [];
  // A document that cannot be read cannot be compared either.
  if (reading.kind === "faulty" || !entry.isFrozen) return caughtBy("rules", complaints);
  const judged = await checkRelease({ root, document: path, baseline, changesets: copy.folder });
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

/** A copy of the sources of contract and types. */
type ContractCopy = {
  readonly folder: string;
  readonly edit: (kind: "contract" | "types", file: string, edit: (text: string) => string) => Promise<void>;
  readonly writeTypes: (text: string) => Promise<void>;
  readonly load: () => Promise<Contract>;
  readonly remove: () => Promise<void>;
};

/** Copies the sources into a folder of this package, where their imports resolve like those of the originals. */
async function copyContract(source: Source): Promise<ContractCopy> {
  const { name } = source.entry;
  const parent = resolve(import.meta.dirname, "../../.tmp");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "copy-"));
  const withoutTests = { recursive: true, filter: (path: string) => !path.endsWith(".test.ts") };
  await cp(join(root, "packages/contract/src"), join(folder, "contract"), withoutTests);
  await cp(join(root, "packages/types/src"), join(folder, "types"), withoutTests);
  // Generated anew, so that a document need not be registered, and the compiler proves this one alone.
  for (const [path, text] of Object.entries(await generateSources([source]))) {
    const [, room = "", file] = /^packages\/(contract|types)\/src\/(.*)$/.exec(path) ?? [];
    if (file !== undefined) await writeFile(join(folder, room, file), text);
  }
  // The rules expect the examples beside the document.
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
    writeTypes: (text) => writeFile(join(folder, `types/${name}.gen.ts`), text),
    load: async () => (await import(join(folder, `contract/${name}.gen.ts`))) as Contract,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const compilerSettings = {
  extends: "../../../../packages/contract/tsconfig.test.json",
  compilerOptions: {
    paths: { "@trading-oms/types": ["./types/index.ts"], "@trading-oms/types/*": ["./types/*.gen.ts"] },
  },
  include: ["contract", "types"],
};

const compiler = join(root, "node_modules/.bin/tsc");

/**
 * Type-checks types and contract in a folder. Returns the errors. Single-threaded, since several mutations compile at
 * once.
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
