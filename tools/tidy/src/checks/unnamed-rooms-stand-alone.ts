import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";

const rooms = ["packages/types", "packages/access", "packages/id-card"];

/** A door that nobody has drawn into the plan is a wall. */
export const unnamedRoomsStandAlone: Check = {
  name: "unnamed-rooms-stand-alone",
  rule: "Types, access and id-card import nothing else of ours.",
  rooms,
  *find(tree) {
    for (const room of rooms) yield* findStrangers(tree, { room: `${room}/src`, ours: [] });
  },
  breach: {
    "packages/access/src/planted.ts":
      'import { openStore } from "@trading-oms/store";\n\nexport const planted = openStore;\n',
  },
};
