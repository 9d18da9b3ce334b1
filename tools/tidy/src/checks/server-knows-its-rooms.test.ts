import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { serverKnowsItsRooms } from "./server-knows-its-rooms.ts";

test("An adapter and the figures of margin are strangers to the application", () => {
  const files = {
    "apps/server/src/app.ts":
      "import { openStore } from '@trading-oms/store';\nimport { figures } from '@trading-oms/margin';",
  };
  expect(findIn(serverKnowsItsRooms, files)).toEqual([
    "apps/server/src/app.ts:1: `apps/server/src` does not know `@trading-oms/store`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/contract`, `@trading-oms/brokerage`, `@trading-oms/market`, `@trading-oms/access`, `@trading-oms/id-card`. [server-knows-its-rooms]",
    "apps/server/src/app.ts:2: `apps/server/src` does not know `@trading-oms/margin`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/contract`, `@trading-oms/brokerage`, `@trading-oms/market`, `@trading-oms/access`, `@trading-oms/id-card`. [server-knows-its-rooms]",
  ]);
});

test("The domain, the contract and a framework hold", () => {
  const files = {
    "apps/server/src/app.ts":
      "import { cover } from '@trading-oms/brokerage';\nimport { routes } from '@trading-oms/contract';\nimport { Hono } from 'hono';",
  };
  expect(findIn(serverKnowsItsRooms, files)).toEqual([]);
});

test("A composition root has a rule of its own", () => {
  const files = {
    "apps/server/src/runtimes/node/main.ts": "import { openStore } from '@trading-oms/store';",
  };
  expect(findIn(serverKnowsItsRooms, files)).toEqual([]);
});
