import type { Check } from "../check.ts";
import { findImportsOf } from "../house/find-imports-of.ts";
import { isProduct } from "../house/is-source.ts";

/** Tools build the house and are not built into it. */
export const packagesKnowNoTool: Check = {
  name: "packages-know-no-tool",
  rule: "No package imports a tool where its product code runs; tests may.",
  rooms: [],
  find: (tree) => findImportsOf(tree, "tools/", isProduct),
  breach: {
    "tools/planted/package.json": '{ "name": "@trading-oms/planted" }\n',
    "packages/market/src/planted.ts":
      'import { planted as sown } from "@trading-oms/planted";\n\nexport const planted = sown;\n',
  },
};
