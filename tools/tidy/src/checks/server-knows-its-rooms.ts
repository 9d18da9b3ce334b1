import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";
import { places, scope } from "../house/places.ts";

const rooms = ["contract", "brokerage", "market", "access", "id-card"];

/** A handler cannot reach into the database that it has never heard of. */
export const serverKnowsItsRooms: Check = {
  name: "server-knows-its-rooms",
  rule: "The server's application imports contract, brokerage, market, access and id-card; no adapter and no figures.",
  rooms: ["apps/server"],
  find: (tree) =>
    findStrangers(tree, {
      room: "apps/server/src",
      ours: rooms.map((room) => `${scope}${room}`),
      except: [places.compositionRoots],
    }),
  breach: {
    "apps/server/src/planted.ts":
      'import { openStore } from "@trading-oms/store";\n\nexport const planted = openStore;\n',
  },
};
