import type { Check } from "../check.ts";
import { isTest } from "../house/is-source.ts";
import { callOf } from "../source/call-of.ts";

const mocks = /^(vi|vitest|jest|mock)\.(mock|doMock|unstable_mockModule|stubGlobal|module)$/;

/** Who replaces a module tests the replacement. */
export const testsUseNoMocks: Check = {
  name: "tests-use-no-mocks",
  rule: "Tests hand in another world as an argument and replace neither modules nor globals.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isTest)) {
      const module = tree.module(path);
      for (const { node } of module.visits) {
        const called = node.type === "CallExpression" ? callOf(node.callee) : undefined;
        if (called === undefined || !mocks.test(called)) continue;
        yield {
          path,
          line: module.lineAt(node.start),
          wrong: `\`${called}\` replaces what is to be proven.`,
          mend: "Hand in what the code takes as an argument, and drive the application by `app.request`.",
        };
      }
    }
  },
  breach: {
    "packages/planted/src/planted.test.ts": 'import { vi } from "vitest";\n\nvi.mock("./planted.ts");\n',
  },
};
