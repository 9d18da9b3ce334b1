import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";

/** The console shows that the published client is enough. */
export const consoleKnowsClientAlone: Check = {
  name: "console-knows-client-alone",
  rule: "The console imports the client and nothing else of ours.",
  rooms: ["apps/console"],
  find: (tree) => findStrangers(tree, { room: "apps/console/src", ours: ["@trading-oms/client"] }),
  breach: {
    "apps/console/src/planted.ts":
      'import { figuresOf } from "@trading-oms/margin";\n\nexport const planted = figuresOf;\n',
  },
};
