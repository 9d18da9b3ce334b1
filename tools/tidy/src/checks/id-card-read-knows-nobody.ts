import type { Check } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";

/** The same reader runs on a server, at the edge and in a browser. */
export const idCardReadKnowsNobody: Check = {
  name: "id-card-read-knows-nobody",
  rule: "What reads a card imports nothing but its own files; decoders, recognition and deadlines are handed in.",
  rooms: ["packages/id-card/src/read"],
  find: (tree) => findStrangers(tree, { room: "packages/id-card/src/read", ours: [], others: [] }),
  breach: {
    "packages/id-card/src/read/planted.ts":
      'import { decode } from "../node/decode.ts";\n\nexport const planted = decode;\n',
  },
};
