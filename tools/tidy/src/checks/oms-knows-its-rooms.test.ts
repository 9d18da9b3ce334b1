import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { omsKnowsItsRooms } from "./oms-knows-its-rooms.ts";

test("The contract and the server are strangers to the operator's command line", () => {
  const files = {
    "apps/oms/src/oms.ts":
      "import { routes } from '@trading-oms/contract';\nimport { app } from '@trading-oms/server';",
  };
  expect(findIn(omsKnowsItsRooms, files)).toEqual([
    "apps/oms/src/oms.ts:1: `apps/oms/src` does not know `@trading-oms/contract`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/brokerage`, `@trading-oms/market`, `@trading-oms/store`, `@trading-oms/feed`, `@trading-oms/images`, `@trading-oms/access`, `@trading-oms/id-card`. [oms-knows-its-rooms]",
    "apps/oms/src/oms.ts:2: `apps/oms/src` does not know `@trading-oms/server`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/brokerage`, `@trading-oms/market`, `@trading-oms/store`, `@trading-oms/feed`, `@trading-oms/images`, `@trading-oms/access`, `@trading-oms/id-card`. [oms-knows-its-rooms]",
  ]);
});

test("The domain and its adapters are what the operator works on", () => {
  const files = {
    "apps/oms/src/oms.ts":
      "import { cover } from '@trading-oms/brokerage';\nimport { openStore } from '@trading-oms/store';\nimport 'node:fs';",
  };
  expect(findIn(omsKnowsItsRooms, files)).toEqual([]);
});
