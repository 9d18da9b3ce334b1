import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { wireTypesStopInOperations } from "./wire-types-stop-in-operations.ts";

test("The contract is refused in the application outside of its operations", () => {
  const files = { "apps/server/src/http/planted.ts": "import { routes } from '@trading-oms/contract';" };
  expect(findIn(wireTypesStopInOperations, files)).toEqual([
    "apps/server/src/http/planted.ts:1: `@trading-oms/contract` has come further than apps/server/src/operations/. Mend: Turn wire into domain in the operation's file, and pass on what brokerage calls it. [wire-types-stop-in-operations]",
  ]);
});

test("An operation, the table of failures and tests may speak of the wire", () => {
  const files = {
    "apps/server/src/operations/cover-position.ts": "import { routes } from '@trading-oms/contract';",
    "apps/server/src/http/failures.ts": "import type { ErrorResponse } from '@trading-oms/contract';",
    "apps/server/src/app.test.ts": "import { routes } from '@trading-oms/contract';",
  };
  expect(findIn(wireTypesStopInOperations, files)).toEqual([]);
});

test("The application may import the domain and a framework, and other rooms the types", () => {
  const files = {
    "apps/server/src/app.ts": "import { Hono } from 'hono';\nimport { cover } from '@trading-oms/brokerage';",
    "packages/client/src/client.ts": "import type { paths } from '@trading-oms/types';",
  };
  expect(findIn(wireTypesStopInOperations, files)).toEqual([]);
});
