import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";
import { scope } from "../house/places.ts";

const rooms = ["contract", "brokerage", "market", "access", "id-card", "store", "feed", "images"];

/** Wiring is the one place where everybody meets, and it still computes nothing. */
export const serverRootsKnowTheirRooms: Check = {
  name: "server-roots-know-their-rooms",
  rule: "A composition root of the server imports what the application does and the adapters, but no figures of margin.",
  rooms: ["apps/server/src/runtimes"],
  find: (tree) =>
    findStrangers(tree, {
      room: "apps/server/src/runtimes",
      within: "apps/server/src",
      ours: rooms.map((room) => `${scope}${room}`),
    }),
  breach: {
    "apps/server/src/runtimes/planted.ts":
      'import { figuresOf } from "@trading-oms/margin";\n\nexport const planted = figuresOf;\n',
  },
};
