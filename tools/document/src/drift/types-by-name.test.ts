import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readDocument } from "../read-document.ts";
import { schemasOf } from "../resolve-reference.ts";

const repository = resolve(import.meta.dirname, "../../../..");

test("exports every schema of the document by name from the types", async () => {
  const reading = await readDocument(resolve(repository, "openapi/openapi.yaml"));
  if (reading.kind === "faulty") throw new Error("The document is faulty; pnpm document says where.");
  const index = await readFile(resolve(repository, "packages/types/src/index.ts"), "utf8");
  const exported = index.match(/\b[A-Z]\w+(?=,)/g) ?? [];
  expect(exported.sort()).toEqual(Object.keys(schemasOf(reading.document)).sort());
});
