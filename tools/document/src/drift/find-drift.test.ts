import { resolve } from "node:path";
import * as contract from "@trading-oms/contract";
import { describe, expect, test } from "vitest";
import { readDocument } from "../read-document.ts";
import { findDrift } from "./find-drift.ts";

const reading = await readDocument(resolve(import.meta.dirname, "../../../../openapi/openapi.yaml"));
if (reading.kind === "faulty") throw new Error("The document is faulty; pnpm document says where.");
const { document } = reading;
const seed = Math.floor(Math.random() * 2 ** 31);

describe(`The document and the contract, with seed ${seed}`, () => {
  const drift = findDrift(document, contract, { runCount: 300, seed });

  test("say the same in the document that the routes emit", () => {
    expect(drift.differences).toEqual([]);
  });

  test("accept and reject the same boundary values and thousands of random ones", () => {
    expect(drift.disagreements).toEqual([]);
    expect(drift.valueCount).toBeGreaterThan(30_000);
  });
});

describe("A document that has moved away from the contract", () => {
  test("is detected by a changed description", () => {
    const changed = structuredClone(document) as { info: { summary: string } };
    changed.info.summary = "Something else.";
    const { differences } = findDrift(changed, contract, { runCount: 1, seed });
    expect(differences).toEqual([
      'info › summary: "Something else." → "Symbol search, identity cards, covered margin calls, margin ratios and notific…',
    ]);
  });

  test("is detected by a value that only one of them accepts", () => {
    const changed = structuredClone(document) as unknown as SchemasWithRatio;
    changed.components.schemas.MarginRatio.properties.marginRatio.maximum = 2;
    const { disagreements } = findDrift(changed, contract, { runCount: 1, seed });
    expect(disagreements).toContain(
      'MarginRatio: {"marginRatio":2} is valid by the document and invalid by the contract',
    );
  });
});

type SchemasWithRatio = {
  [key: string]: unknown;
  components: { schemas: { MarginRatio: { properties: { marginRatio: { maximum: number } } } } };
};
