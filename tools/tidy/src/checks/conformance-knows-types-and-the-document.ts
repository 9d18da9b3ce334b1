import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";

/** A suite that shared code with the server would share its mistakes. */
export const conformanceKnowsTypesAndTheDocument: Check = {
  name: "conformance-knows-types-and-the-document",
  rule: "The conformance suite knows a deployment by the document and its types alone.",
  rooms: ["packages/conformance"],
  find: (tree) => findStrangers(tree, { room: "packages/conformance/src", ours: ["@trading-oms/types"] }),
  breach: {
    "packages/conformance/src/planted.ts":
      'import { figuresOf } from "@trading-oms/margin";\n\nexport const planted = figuresOf;\n',
  },
};
