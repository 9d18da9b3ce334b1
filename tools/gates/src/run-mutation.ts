import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Fields, readDocumentText } from "@trading-oms/document";
import { generateSources } from "@trading-oms/generate";
import { stringify } from "yaml";
import { compileAgreement } from "./compile-agreement.ts";
import { type ContractCopy, copyContract } from "./contract-copy.ts";
import { findDrift } from "./find-drift.ts";
import type { MutableFields, Mutation } from "./mutations/mutation.ts";

const tools = resolve(import.meta.dirname, "../..");

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
    const [byDocument, compiler] = await Promise.all([
      isDocument ? documentGates(document, changed, copy) : [],
      compileAgreement(copy.folder),
    ]);
    const drift = findDrift(changed, await copy.load(), { runCount: 20, seed });
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
  const against = ["--document", path, "--baseline", baseline, "--changesets", copy.folder];
  const reading = readDocumentText(path, text);
  if (reading.kind === "faulty")
    return caughtBy(
      "rules",
      reading.faults.map(({ message }) => message),
    );
  const [rules, change] = await Promise.all([
    complaintsOf("document/src/check.ts", [path]),
    complaintsOf("release/src/check-breaking.ts", against),
  ]);
  return [...caughtBy("rules", rules), ...caughtBy("change", change)];
}

function caughtBy(gate: GateName, said: readonly string[]): Catch[] {
  const first = said[0];
  return first === undefined ? [] : [{ gate, said: first }];
}

/** The lines that a command prints when it refuses, which is when it exits with 1. */
function complaintsOf(script: string, words: readonly string[]): Promise<string[]> {
  return new Promise((settle, reject) => {
    execFile(process.execPath, [join(tools, script), ...words], (failure, printed, complained) => {
      if (failure === null) settle([]);
      else if (failure.code === 1)
        settle(`${complained}\n${printed}`.split("\n").filter((line) => line !== ""));
      else reject(new Error(`${script} ended with ${failure.code}: ${complained}`));
    });
  });
}
