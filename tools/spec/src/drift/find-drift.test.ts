import * as specifiedContract from "@trading-oms/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { readRegistered } from "../read/read-document.ts";
import { documents, specified } from "../read/registry.ts";
import type { Contract } from "./compare-values.ts";
import { type Drift, findDrift } from "./find-drift.ts";

const seed = Math.floor(Math.random() * 2 ** 31);

describe.each(documents)(`$file and its contract, with seed ${seed},`, (entry) => {
  const { packageEntry, isOurs } = entry;
  let drift: Drift;
  // Comparing takes some seconds on a busy machine.
  beforeAll(async () => {
    const contract: Contract = await import(`@trading-oms/contract${packageEntry.slice(1)}`);
    const { document } = await readRegistered(entry);
    drift = findDrift(document, contract, { runCount: 300, seed });
  }, 60_000);

  test("say the same in the document that the routes emit", () => {
    expect(drift.differences).toEqual([]);
  });

  test("accept and reject the same boundary values and thousands of random ones", () => {
    expect(drift.disagreements).toEqual([]);
    expect(drift.valueCount).toBeGreaterThan(isOurs ? 1_000 : 30_000);
  });
});

const { document } = await readRegistered(specified);
const contract: Contract = specifiedContract;

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
