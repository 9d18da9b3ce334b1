import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readDocument, schemasOf } from "@trading-oms/document";
import { expect, test } from "vitest";

test("every schema of the document can be imported by its name", async () => {
  const reading = await readDocument(resolve(import.meta.dirname, "../../../openapi/openapi.yaml"));
  if (reading.kind === "faulty") throw new Error("The document is faulty; pnpm document says where.");
  const index = await readFile(resolve(import.meta.dirname, "index.ts"), "utf8");
  const exported = index.match(/\b[A-Z]\w+(?=,)/g) ?? [];
  expect(exported.sort()).toEqual(Object.keys(schemasOf(reading.document)).sort());
});
