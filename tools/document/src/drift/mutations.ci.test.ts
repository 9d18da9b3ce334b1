import { resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readDocument } from "../read-document.ts";
import { documentMutations } from "./mutations/document-mutations.ts";
import type { MutableFields, Mutation } from "./mutations/mutation.ts";
import { contractMutations, typesMutations } from "./mutations/source-mutations.ts";
import { type Catch, type GateName, gateNames, runMutation } from "./run-mutation.ts";

const reading = await readDocument(resolve(import.meta.dirname, "../../../../openapi/openapi.yaml"));
if (reading.kind === "faulty") throw new Error("The document is faulty; pnpm document says where.");
const { document } = reading;

const mutations: readonly Mutation[] = [...documentMutations, ...contractMutations, ...typesMutations];
const nothing: Mutation = { kind: "document", name: "nothing at all", change: () => {} };
const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** The gates that compare two of the three, each of which has to see what the others do not. */
const comparingGates: readonly GateName[] = ["compiler", "document", "values"];

const runs = new Map<Mutation, Promise<Catch[]>>();

async function gatesThatCatch(mutation: Mutation): Promise<GateName[]> {
  const run = runs.get(mutation) ?? runMutation(document, mutation, seed);
  runs.set(mutation, run);
  return (await run).map(({ gate }) => gate);
}

function named(kind: Mutation["kind"], name: string): Promise<GateName[]> {
  const found = mutations.find((each) => each.kind === kind && each.name === name);
  if (found === undefined) throw new Error(`There is no mutation of the ${kind} named "${name}".`);
  return gatesThatCatch(found);
}

test("a document that did not change passes every gate", async () => {
  expect(await gatesThatCatch(nothing)).toEqual([]);
});

describe(`Every mutation is caught, with SEED=${seed}:`, () => {
  test.concurrent.each(mutations.map((mutation) => [mutation.kind, mutation.name, mutation] as const))(
    "%s: %s",
    async (kind, _, mutation) => {
      const gates = await gatesThatCatch(mutation);
      expect(gates.filter((gate) => comparingGates.includes(gate))).not.toEqual([]);
      // Change control notices any change of the document, so for those it is not enough, and neither may it fail to.
      if (kind === "document") expect(gates).toContain("change");
    },
  );

  test("each comparing gate catches something that no other gate does", async () => {
    const caught = await Promise.all(mutations.map(gatesThatCatch));
    const alone = caught.filter(({ length }) => length === 1).flat();
    expect(comparingGates.filter((gate) => !alone.includes(gate))).toEqual([]);
  });

  test("a lower maximum in the document is seen in the emitted document, in the values and by change control", async () => {
    const gates = await named("document", "the maximum of a query parameter falls");
    expect(gates).toEqual(expect.arrayContaining(["document", "values", "change"]));
  });

  test("a status that the document drops is seen by the compiler as well", async () => {
    const gates = await named("document", "a status is removed");
    expect(gates).toEqual(expect.arrayContaining(["rules", "compiler", "document", "change"]));
  });

  test("a check of Base64 that always says yes is seen by the values alone", async () => {
    expect(await named("contract", "the base64 check always says yes")).toEqual(["values"]);
  });

  test("types that change by themselves are seen by the compiler alone", async () => {
    expect(await named("types", "a number becomes a text")).toEqual(["compiler"]);
  });
});

test("a change that waits for its release is no mutation, so change control stays silent about it", async () => {
  const waiting = documentMutations.find(({ name }) => name === "a header of an answer is removed");
  const pending = structuredClone(document) as MutableFields;
  if (waiting?.kind === "document") waiting.change(pending);
  const gates = (await runMutation(pending, nothing, 1)).map(({ gate }) => gate);
  expect(gates).toEqual(["compiler", "document"]);
});

test("a mutation that changes nothing is refused rather than counted", async () => {
  const words = { name: "nothing", file: "index.ts", from: "absent", to: "gone" };
  const mutation: Mutation = { kind: "contract", ...words };
  await expect(runMutation(document, mutation, 1)).rejects.toThrow("changes nothing");
});

test("there are at least a hundred mutations, and no two of one kind share a name", () => {
  const names = mutations.map(({ kind, name }) => `${kind} ${name}`);
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
