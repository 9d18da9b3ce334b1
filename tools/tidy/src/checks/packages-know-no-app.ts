import type { Check } from "../check.ts";
import { findImportsOf } from "../house/find-imports-of.ts";

/** A package that needs an app is a part of that app. */
export const packagesKnowNoApp: Check = {
  name: "packages-know-no-app",
  rule: "No package imports an app, not even in its tests.",
  rooms: ["apps"],
  find: (tree) => findImportsOf(tree, "apps/", () => true),
  breach: {
    "apps/planted/package.json": '{ "name": "@trading-oms/planted" }\n',
    "packages/market/src/planted.ts":
      'import { planted as sown } from "@trading-oms/planted";\n\nexport const planted = sown;\n',
  },
};
