import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";

/** Whoever installs the client installs nothing of the server. */
export const clientKnowsTypesAlone: Check = {
  name: "client-knows-types-alone",
  rule: "The client imports the types and openapi-fetch; its Node part may also use the runtime.",
  rooms: ["packages/client"],
  find: (tree) =>
    findStrangers(tree, {
      room: "packages/client/src",
      ours: ["@trading-oms/types"],
      others: ["openapi-fetch", "node:"],
    }),
  breach: {
    "packages/client/src/planted.ts":
      'import { routes } from "@trading-oms/contract";\n\nexport const planted = routes;\n',
  },
};
