import { resolve } from "node:path";
import { readDocument } from "@trading-oms/document";
import { expect, test } from "vitest";
import { contractMutations } from "./mutations/contract-mutations.ts";
import { documentMutations } from "./mutations/document-mutations.ts";
import type { MutableFields, Mutation } from "./mutations/mutation.ts";
import { typesMutations } from "./mutations/types-mutations.ts";
import { runMutation } from "./run-mutation.ts";

const reading = await readDocument(resolve(import.meta.dirname, "../../../openapi/openapi.yaml"));
if (reading.kind === "faulty") throw new Error("The document is faulty; pnpm document says where.");
const { document } = reading;

async function gatesThatCatch(name: string, mutations: readonly Mutation[]): Promise<string[]> {
  const mutation = mutations.find((each) => each.name === name);
  if (mutation === undefined) throw new Error(`There is no mutation named "${name}".`);
  return (await runMutation(document, mutation, 1)).map(({ gate }) => gate);
}

// While the compiler looks at one mutation, the values of another are judged.
test.concurrent("a lower maximum in the document is seen in the emitted document, in the values and by change control", async () => {
  const gates = await gatesThatCatch("the maximum of a query parameter falls", documentMutations);
  expect(gates).toEqual(expect.arrayContaining(["document", "values", "change"]));
});

test.concurrent("a status that the document drops is seen by the compiler as well", async () => {
  const gates = await gatesThatCatch("a status is removed", documentMutations);
  expect(gates).toEqual(expect.arrayContaining(["rules", "compiler", "document", "change"]));
});

test.concurrent("a check of Base64 that always says yes is seen by the values alone", async () => {
  expect(await gatesThatCatch("the base64 check always says yes", contractMutations)).toEqual(["values"]);
});

test.concurrent("types that change by themselves are seen by the compiler alone", async () => {
  expect(await gatesThatCatch("a number becomes a text", typesMutations)).toEqual(["compiler"]);
});

test.concurrent("a change that waits for its release is no mutation, so change control stays silent about it", async () => {
  const waiting = documentMutations.find(({ name }) => name === "a header of an answer is removed");
  const pending = structuredClone(document) as MutableFields;
  if (waiting?.kind === "document") waiting.change(pending);
  const nothing: Mutation = { kind: "document", name: "nothing", change: () => {} };
  const gates = (await runMutation(pending, nothing, 1)).map(({ gate }) => gate);
  expect(gates).toEqual(["compiler", "document"]);
});

test("a mutation that changes nothing is refused rather than counted", async () => {
  const mutation: Mutation = {
    kind: "contract",
    name: "nothing",
    file: "index.ts",
    from: "absent",
    to: "gone",
  };
  await expect(runMutation(document, mutation, 1)).rejects.toThrow("changes nothing");
});

test("there are at least forty mutations, and no two of one kind share a name", () => {
  const names = [...documentMutations, ...contractMutations, ...typesMutations].map(
    ({ kind, name }) => `${kind} ${name}`,
  );
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(new Set(names).size).toBe(names.length);
});
