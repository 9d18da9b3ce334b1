import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { consoleKnowsClientAlone } from "./console-knows-client-alone.ts";

test("The types and the domain are strangers to the console", () => {
  const files = {
    "apps/console/src/page.tsx":
      "import type { Account } from '@trading-oms/types';\nimport { figures } from '@trading-oms/margin';",
  };
  expect(findIn(consoleKnowsClientAlone, files)).toEqual([
    "apps/console/src/page.tsx:1: `apps/console/src` does not know `@trading-oms/types`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/client`. [console-knows-client-alone]",
    "apps/console/src/page.tsx:2: `apps/console/src` does not know `@trading-oms/margin`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/client`. [console-knows-client-alone]",
  ]);
});

test("The client and libraries of others hold", () => {
  const files = {
    "apps/console/src/page.tsx":
      "import { createClient } from '@trading-oms/client';\nimport { render } from 'preact';\nexport const page = <p>Positions</p>;",
  };
  expect(findIn(consoleKnowsClientAlone, files)).toEqual([]);
});
