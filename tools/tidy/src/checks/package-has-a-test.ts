import type { Check } from "../check.ts";
import { isProduct, isTest } from "../house/is-source.ts";
import { manifests } from "../house/manifests.ts";

/** The first test of a package is the one that is never written later. */
export const packageHasATest: Check = {
  name: "package-has-a-test",
  rule: "Each workspace package that has code has a test.",
  rooms: [],
  *find(tree) {
    for (const { path, folder } of manifests(tree)) {
      const own = tree.paths.filter((each) => each.startsWith(`${folder}/`));
      const hasCode = own.some((each) => each.startsWith(`${folder}/src/`) && isProduct(each));
      if (!hasCode || own.some(isTest)) continue;
      yield {
        path,
        line: 1,
        wrong: "The package has code and no test.",
        mend: "Write a test beside the code that claims what the package is for.",
      };
    }
  },
  breach: {
    "packages/planted/package.json": "{}\n",
    "packages/planted/src/planted.ts": "export const planted = 42;\n",
  },
};
