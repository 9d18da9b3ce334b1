import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";

const rooms = ["packages/store", "packages/feed", "packages/images"];

/** An adapter that knew the domain would begin to decide. */
export const adaptersKnowPortsAlone: Check = {
  name: "adapters-know-ports-alone",
  rule: "Store, feed and images import of ours only the ports of brokerage, and of those only types.",
  rooms,
  *find(tree) {
    for (const room of rooms) {
      yield* findStrangers(tree, {
        room: `${room}/src`,
        ours: [],
        typesOf: ["@trading-oms/brokerage/ports"],
      });
    }
  },
  breach: {
    "packages/store/src/planted.ts":
      'import { cover } from "@trading-oms/brokerage";\n\nexport const planted = cover;\n',
  },
};
