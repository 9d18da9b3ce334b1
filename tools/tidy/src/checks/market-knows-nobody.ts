import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";

/** Prices are judged the same way wherever they come from. */
export const marketKnowsNobody: Check = {
  name: "market-knows-nobody",
  rule: "Market computes and imports nothing but its own files.",
  rooms: ["packages/market"],
  find: (tree) => findStrangers(tree, { room: "packages/market/src", ours: [], others: [] }),
  breach: {
    "packages/market/src/planted.ts":
      'import type { SymbolEntry } from "@trading-oms/types";\n\nexport type Planted = SymbolEntry;\n',
  },
};
