import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { serverRootsKnowTheirRooms } from "./server-roots-know-their-rooms.ts";

test("The figures of margin and the client are strangers to a composition root", () => {
  const files = {
    "apps/server/src/runtimes/node/main.ts":
      "import { figures } from '@trading-oms/margin';\nimport { client } from '@trading-oms/client';",
  };
  expect(findIn(serverRootsKnowTheirRooms, files)).toEqual([
    "apps/server/src/runtimes/node/main.ts:1: `apps/server/src/runtimes` does not know `@trading-oms/margin`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/contract`, `@trading-oms/brokerage`, `@trading-oms/market`, `@trading-oms/access`, `@trading-oms/id-card`, `@trading-oms/store`, `@trading-oms/feed`, `@trading-oms/images`. [server-roots-know-their-rooms]",
    "apps/server/src/runtimes/node/main.ts:2: `apps/server/src/runtimes` does not know `@trading-oms/client`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/contract`, `@trading-oms/brokerage`, `@trading-oms/market`, `@trading-oms/access`, `@trading-oms/id-card`, `@trading-oms/store`, `@trading-oms/feed`, `@trading-oms/images`. [server-roots-know-their-rooms]",
  ]);
});

test("Adapters, the application and the runtime meet in a composition root", () => {
  const files = {
    "apps/server/src/runtimes/node/main.ts":
      "import { openStore } from '@trading-oms/store';\nimport { app } from '../app.ts';\nimport 'node:http';",
  };
  expect(findIn(serverRootsKnowTheirRooms, files)).toEqual([]);
});

test("The application itself has a rule of its own", () => {
  const files = { "apps/server/src/app.ts": "import { figures } from '@trading-oms/margin';" };
  expect(findIn(serverRootsKnowTheirRooms, files)).toEqual([]);
});
