import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { adaptersKnowPortsAlone } from "./adapters-know-ports-alone.ts";

test("The domain, another adapter and a port that is left at run time are refused", () => {
  const files = {
    "packages/store/src/open.ts": "import { cover } from '@trading-oms/brokerage';",
    "packages/feed/src/follow.ts": "import { openStore } from '@trading-oms/store';",
    "packages/images/src/keep.ts": "import { type ImageStore } from '@trading-oms/brokerage/ports';",
  };
  expect(findIn(adaptersKnowPortsAlone, files)).toEqual([
    "packages/store/src/open.ts:1: `packages/store/src` does not know `@trading-oms/brokerage`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/brokerage/ports` with `import type`. [adapters-know-ports-alone]",
    "packages/feed/src/follow.ts:1: `packages/feed/src` does not know `@trading-oms/store`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/brokerage/ports` with `import type`. [adapters-know-ports-alone]",
    "packages/images/src/keep.ts:1: `packages/images/src` knows `@trading-oms/brokerage/ports` by its types alone. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/brokerage/ports` with `import type`. [adapters-know-ports-alone]",
  ]);
});

test("The ports by their types, drivers of others and the runtime hold", () => {
  const files = {
    "packages/store/src/open.ts":
      "import type { Store } from '@trading-oms/brokerage/ports';\nimport { Client } from 'pg';\nimport 'node:sqlite';",
  };
  expect(findIn(adaptersKnowPortsAlone, files)).toEqual([]);
});
