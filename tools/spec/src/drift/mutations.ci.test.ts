import { resolve } from "node:path";
import { sampleOf, seed } from "@trading-oms/scratch/short-form";
import { afterAll, describe, expect, test } from "vitest";
import { readDocument, readRegistered, type Source } from "../read/read-document.ts";
import { documents } from "../read/registry.ts";
import { deriveMutations } from "./mutations/derive-mutations.ts";
import { documentMutations } from "./mutations/document-mutations.ts";
import type { MutableFields, Mutation } from "./mutations/mutation.ts";
import { contractMutations, typesMutations } from "./mutations/source-mutations.ts";
import { type Catch, type GateName, gateNames, runMutation } from "./run-mutation.ts";

const [specified, ...others] = await Promise.all(documents.map(readRegistered));
if (specified === undefined) throw new Error("There is no document.");

/** It uses what the grammar knows and no document of the registry uses yet. */
const planted = await readDocument(
  resolve(import.meta.dirname, "../../../release/src/rehearse/third-document/openapi/planted.yaml"),
);
if (planted.kind === "faulty") throw new Error("The planted document is faulty.");
others.push({
  ...planted,
  entry: {
    ...planted.entry,
    name: "planted",
    file: "planted.yaml",
    packageEntry: "./planted",
    isOurs: true,
    isFrozen: false,
  },
});

/** The specified document has mutations of its own; those of another one follow from what it uses. */
const mutations: readonly PlacedMutation[] = [
  ...[...documentMutations, ...contractMutations, ...typesMutations].map((each) => ({
    source: specified,
    ...each,
  })),
  ...others.flatMap((source) => deriveMutations(source.document).map((each) => ({ source, ...each }))),
];
type PlacedMutation = Mutation & { readonly source: Source };

const nothing: Mutation = { kind: "document", name: "nothing at all", change: () => {} };

/**
 * The short form runs every eighth mutation, others with each seed, and those that only one comparing gate
 * catches.
 */
const caughtByOneGate = [
  "the base64 check always says yes",
  "a number becomes a text",
  "a token is no longer asked for",
];
const sample = [
  ...new Set([...sampleOf(mutations, 8), ...mutations.filter(({ name }) => caughtByOneGate.includes(name))]),
];

/** The gates that compare two artefacts; each must catch something that no other does. */
const comparingGates: readonly GateName[] = ["compiler", "document", "values"];

const runs = new Map<PlacedMutation, Promise<Catch[]>>();

async function gatesThatCatch(mutation: PlacedMutation): Promise<GateName[]> {
  const run = runs.get(mutation) ?? runMutation(mutation.source, mutation, seed);
  runs.set(mutation, run);
  return (await run).map(({ gate }) => gate);
}

function named(kind: Mutation["kind"], name: string): Promise<GateName[]> {
  const found = mutations.find((each) => each.kind === kind && each.name === name);
  if (found === undefined) throw new Error(`There is no mutation of the ${kind} named "${name}".`);
  return gatesThatCatch(found);
}

test.each([specified, ...others].map((source) => [source.entry.file, source] as const))(
  "passes every gate with %s unchanged",
  async (_, source) => {
    expect(await gatesThatCatch({ source, ...nothing })).toEqual([]);
  },
);

describe(`Every mutation is caught, with SEED=${seed}:`, () => {
  test.concurrent.each(
    sample.map((mutation) => [mutation.source.entry.file, mutation.kind, mutation.name, mutation] as const),
  )("%s, %s: %s", async (_file, kind, _name, mutation) => {
    const gates = await gatesThatCatch(mutation);
    expect(gates.filter((gate) => comparingGates.includes(gate))).not.toEqual([]);
    // Change control detects any change of the document, so it does not suffice as the only gate, and must never miss
    // one.
    if (kind === "document" && mutation.source.entry.isFrozen) expect(gates).toContain("change");
  });

  test("catches something with each comparing gate that no other gate does", async () => {
    const caught = await Promise.all(sample.map(gatesThatCatch));
    const alone = caught.filter(({ length }) => length === 1).flat();
    expect(comparingGates.filter((gate) => !alone.includes(gate))).toEqual([]);
  });

  test("detects a lower maximum in the emitted document, in the values and in change control", async () => {
    const gates = await named("document", "the maximum of a query parameter falls");
    expect(gates).toEqual(expect.arrayContaining(["document", "values", "change"]));
  });

  test("detects a removed status with the compiler as well", async () => {
    const gates = await named("document", "a status is removed");
    expect(gates).toEqual(expect.arrayContaining(["rules", "compiler", "document", "change"]));
  });

  test("detects a Base64 check that accepts everything in the values only", async () => {
    expect(await named("contract", "the base64 check always says yes")).toEqual(["values"]);
  });

  test("detects changed types with the compiler only", async () => {
    expect(await named("types", "a number becomes a text")).toEqual(["compiler"]);
  });
});

test("ignores an announced change in change control", async () => {
  const waiting = documentMutations.find(({ name }) => name === "a header of an answer is removed");
  const pending = structuredClone(specified.document) as MutableFields;
  if (waiting?.kind === "document") waiting.change(pending);
  const gates = (await runMutation({ ...specified, document: pending }, nothing, 1)).map(({ gate }) => gate);
  expect(gates).toEqual([]);
});

test("rejects a mutation that changes nothing", async () => {
  const words = { name: "nothing", file: "index.ts", from: "absent", to: "gone" };
  const mutation: Mutation = { kind: "contract", ...words };
  await expect(runMutation(specified, mutation, 1)).rejects.toThrow("changes nothing");
});

test("has at least a hundred mutations with unique names per kind", () => {
  const names = mutations.map(({ source, kind, name }) => `${source.entry.name} ${kind} ${name}`);
  expect(names.length).toBeGreaterThanOrEqual(100);
  expect(new Set(names).size).toBe(names.length);
});

afterAll(async () => {
  for (const [{ kind, name }, run] of runs) {
    const gates = (await run.catch(() => [])).map(({ gate }) => gate);
    const cells = gateNames.map((gate) => (gates.includes(gate) ? gate : "").padEnd(gate.length + 2));
    console.log(`${kind.padEnd(10)}${name.padEnd(52)}${cells.join("")}`.trimEnd());
  }
});
