import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";

/** What can be done does not change with where it is kept or how it is asked for. */
export const brokerageKnowsMarginAndMarket: Check = {
  name: "brokerage-knows-margin-and-market",
  rule: "Brokerage imports margin and market, and states as a port whatever else it needs.",
  rooms: ["packages/brokerage"],
  find: (tree) =>
    findStrangers(tree, {
      room: "packages/brokerage/src",
      ours: ["@trading-oms/margin", "@trading-oms/market"],
      others: [],
    }),
  breach: {
    "packages/brokerage/src/planted.ts":
      'import { openStore } from "@trading-oms/store";\n\nexport const planted = openStore;\n',
  },
};
