import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";
import { scope } from "../house/places.ts";

const rooms = ["brokerage", "market", "store", "feed", "images", "access", "id-card"];

/** The operator works on the domain, and the wire is for strangers. */
export const omsKnowsItsRooms: Check = {
  name: "oms-knows-its-rooms",
  rule: "The command line imports the domain, its adapters, access and id-card, and nothing of the wire.",
  rooms: ["apps/oms"],
  find: (tree) => findStrangers(tree, { room: "apps/oms/src", ours: rooms.map((room) => `${scope}${room}`) }),
  breach: {
    "apps/oms/src/planted.ts":
      'import { routes } from "@trading-oms/contract";\n\nexport const planted = routes;\n',
  },
};
