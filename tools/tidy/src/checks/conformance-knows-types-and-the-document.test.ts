import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { conformanceKnowsTypesAndTheDocument } from "./conformance-knows-types-and-the-document.ts";

test("What the server is made of is unknown to the suite that judges it", () => {
  const files = {
    "packages/conformance/src/cover.ts":
      "import { figures } from '@trading-oms/margin';\nimport { routes } from '@trading-oms/contract';",
  };
  expect(findIn(conformanceKnowsTypesAndTheDocument, files)).toEqual([
    "packages/conformance/src/cover.ts:1: `packages/conformance/src` does not know `@trading-oms/margin`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/types`. [conformance-knows-types-and-the-document]",
    "packages/conformance/src/cover.ts:2: `packages/conformance/src` does not know `@trading-oms/contract`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/types`. [conformance-knows-types-and-the-document]",
  ]);
});

test("The types and libraries of others hold", () => {
  const files = {
    "packages/conformance/src/cover.ts":
      "import type { Account } from '@trading-oms/types';\nimport { Ajv } from 'ajv';",
  };
  expect(findIn(conformanceKnowsTypesAndTheDocument, files)).toEqual([]);
});
