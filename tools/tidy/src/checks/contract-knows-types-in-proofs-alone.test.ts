import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { contractKnowsTypesInProofsAlone } from "./contract-knows-types-in-proofs-alone.ts";

test("The types are refused in the contract's code and in its ordinary tests", () => {
  const files = {
    "packages/contract/src/schemas.ts": "import type { Account } from '@trading-oms/types';",
    "packages/contract/src/schemas.test.ts": "import type { Account } from '@trading-oms/types';",
  };
  expect(findIn(contractKnowsTypesInProofsAlone, files)).toEqual([
    "packages/contract/src/schemas.ts:1: `packages/contract/src` does not know `@trading-oms/types`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `zod`, `hono`, `@hono/zod-openapi`. [contract-knows-types-in-proofs-alone]",
    "packages/contract/src/schemas.test.ts:1: Outside of a type test the contract does not know `@trading-oms/types`. Mend: Move the comparison to a `*.test-d.ts`. [contract-knows-types-in-proofs-alone]",
  ]);
});

test("The proof that both say the same may know the types", () => {
  const files = {
    "packages/contract/src/agreement.test-d.ts": "import type { Account } from '@trading-oms/types';",
  };
  expect(findIn(contractKnowsTypesInProofsAlone, files)).toEqual([]);
});

test("Zod and Hono hold, and another library is a stranger", () => {
  const files = {
    "packages/contract/src/routes.ts":
      "import { createRoute, z } from '@hono/zod-openapi';\nimport { HTTPException } from 'hono/http-exception';\nimport { a } from 'ajv';",
  };
  expect(findIn(contractKnowsTypesInProofsAlone, files)).toEqual([
    "packages/contract/src/routes.ts:3: `packages/contract/src` does not know `ajv`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `zod`, `hono`, `@hono/zod-openapi`. [contract-knows-types-in-proofs-alone]",
  ]);
});

test("Tests of the contract may know anybody else, and tests of others the types", () => {
  const files = {
    "packages/contract/src/schemas.test.ts": "import { expect } from 'vitest';",
    "packages/client/src/client.test.ts": "import type { Account } from '@trading-oms/types';",
  };
  expect(findIn(contractKnowsTypesInProofsAlone, files)).toEqual([]);
});
