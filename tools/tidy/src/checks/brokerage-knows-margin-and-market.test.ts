import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { brokerageKnowsMarginAndMarket } from "./brokerage-knows-margin-and-market.ts";

test("An adapter, a framework and the runtime are strangers to brokerage", () => {
  const files = {
    "packages/brokerage/src/cover.ts":
      "import { openStore } from '@trading-oms/store';\nimport { z } from 'zod';\nimport 'node:crypto';",
  };
  expect(findIn(brokerageKnowsMarginAndMarket, files)).toEqual([
    "packages/brokerage/src/cover.ts:1: `packages/brokerage/src` does not know `@trading-oms/store`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/margin`, `@trading-oms/market`. [brokerage-knows-margin-and-market]",
    "packages/brokerage/src/cover.ts:2: `packages/brokerage/src` does not know `zod`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/margin`, `@trading-oms/market`. [brokerage-knows-margin-and-market]",
    "packages/brokerage/src/cover.ts:3: `packages/brokerage/src` does not know `node:crypto`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/margin`, `@trading-oms/market`. [brokerage-knows-margin-and-market]",
  ]);
});

test("Margin, market and its own ports are what brokerage knows", () => {
  const files = {
    "packages/brokerage/src/cover.ts":
      "import { figures } from '@trading-oms/margin';\nimport { rules } from '@trading-oms/market/rules';\nimport type { Store } from './ports/store.ts';",
  };
  expect(findIn(brokerageKnowsMarginAndMarket, files)).toEqual([]);
});

test("A name that only begins like one that is known is a stranger", () => {
  const files = { "packages/brokerage/src/cover.ts": "import { figures } from '@trading-oms/margin-call';" };
  expect(findIn(brokerageKnowsMarginAndMarket, files)).toEqual([
    "packages/brokerage/src/cover.ts:1: `packages/brokerage/src` does not know `@trading-oms/margin-call`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports only `@trading-oms/margin`, `@trading-oms/market`. [brokerage-knows-margin-and-market]",
  ]);
});
