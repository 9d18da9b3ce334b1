import { expect, test } from "vitest";
import { findStrangers } from "./find-strangers.ts";

const locked = {
  "node_modules/@trading-oms/client": {
    dependencies: { "@trading-oms/types": "1.0.25", "openapi-fetch": "0.17.0" },
  },
  "node_modules/@trading-oms/types": {},
  "node_modules/openapi-fetch": { dependencies: { "openapi-typescript-helpers": "^0.1.0" } },
  "node_modules/openapi-typescript-helpers": {},
  "node_modules/typescript": {},
};
const ours = ["@trading-oms/client", "@trading-oms/types"];

test("openapi-fetch and its helpers are no strangers, and neither is what somebody else asked for", () => {
  expect(findStrangers(locked, ours)).toEqual([]);
});

test("a package that comes along at any depth is named", () => {
  const planted = {
    ...locked,
    "node_modules/openapi-fetch": { dependencies: { planted: "1.0.0" } },
    "node_modules/planted": { dependencies: { deeper: "1.0.0" } },
  };
  expect(findStrangers(planted, ours)).toEqual(["planted", "deeper"]);
});
