import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { clientKnowsTypesAlone } from "./client-knows-types-alone.ts";

test("The contract and another library are strangers to the client", () => {
  const files = {
    "packages/client/src/client.ts":
      "import { routes } from '@trading-oms/contract';\nimport axios from 'axios';",
  };
  expect(findIn(clientKnowsTypesAlone, files)).toEqual([
    "packages/client/src/client.ts:1: `packages/client/src` does not know `@trading-oms/contract`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/types`, `openapi-fetch`, `node:`. [client-knows-types-alone]",
    "packages/client/src/client.ts:2: `packages/client/src` does not know `axios`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/types`, `openapi-fetch`, `node:`. [client-knows-types-alone]",
  ]);
});

test("The types and openapi-fetch are what the client knows", () => {
  const files = {
    "packages/client/src/client.ts":
      "import type { paths } from '@trading-oms/types';\nimport createClient from 'openapi-fetch';",
  };
  expect(findIn(clientKnowsTypesAlone, files)).toEqual([]);
});
