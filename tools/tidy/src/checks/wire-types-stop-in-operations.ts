import type { Check } from "../check.ts";
import { isProduct } from "../house/is-source.ts";
import { places } from "../house/places.ts";
import { importsOf } from "../source/imports-of.ts";

const wire = /^@trading-oms\/(contract|types)(\/|$)/;

/** What is inside must not change because a field on the wire does. */
export const wireTypesStopInOperations: Check = {
  name: "wire-types-stop-in-operations",
  rule: "Of the server, only the operations, the app that registers them and the table of failures import the contract.",
  rooms: ["apps/server"],
  *find(tree) {
    for (const path of tree.paths) {
      if (!path.startsWith("apps/server/src/") || !isProduct(path)) continue;
      if (path.startsWith(places.operations) || path === places.failureTable || path === places.app) continue;
      for (const { specifier, line } of importsOf(tree.module(path))) {
        if (!wire.test(specifier)) continue;
        yield {
          path,
          line,
          wrong: `\`${specifier}\` has come further than ${places.operations}.`,
          mend: "Turn wire into domain in the operation's file, and pass on what brokerage calls it.",
        };
      }
    }
  },
  breach: {
    "apps/server/src/planted.ts":
      'import type { Account } from "@trading-oms/contract";\n\nexport type Planted = Account;\n',
  },
};
