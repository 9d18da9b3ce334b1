import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";

/** Figures that depend on nothing can be proven once and for all. */
export const marginKnowsNobody: Check = {
  name: "margin-knows-nobody",
  rule: "Margin computes and imports nothing but its own files.",
  rooms: ["packages/margin"],
  find: (tree) => findStrangers(tree, { room: "packages/margin/src", ours: [], others: [] }),
  breach: { "packages/margin/src/planted.ts": 'import { z } from "zod";\n\nexport const planted = z;\n' },
};
