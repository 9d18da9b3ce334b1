import type { Check, Finding } from "../check.ts";
import { findStrangers } from "../house/find-strangers.ts";
import { isSource, isTest } from "../house/is-source.ts";
import { importsOf } from "../source/imports-of.ts";
import type { Tree } from "../tree.ts";

const types = "@trading-oms/types";
const wrongOfTests = `Outside of a type test the contract does not know \`${types}\`.`;

/** Two that were made from each other would always agree. */
export const contractKnowsTypesInProofsAlone: Check = {
  name: "contract-knows-types-in-proofs-alone",
  rule: "The contract stands on zod and Hono; it meets the types only in the type tests that prove both say the same.",
  rooms: ["packages/contract"],
  *find(tree) {
    yield* findStrangers(tree, {
      room: "packages/contract/src",
      ours: [],
      others: ["zod", "hono", "@hono/zod-openapi"],
    });
    yield* findTypesInTests(tree);
  },
  breach: {
    "packages/contract/src/planted.ts":
      'import type { Account } from "@trading-oms/types";\n\nexport type Planted = Account;\n',
  },
};

function* findTypesInTests(tree: Tree): Generator<Finding> {
  for (const path of tree.paths) {
    const isOtherTest = isTest(path) && !path.endsWith(".test-d.ts");
    if (!path.startsWith("packages/contract/") || !isSource(path) || !isOtherTest) continue;
    for (const { specifier, line } of importsOf(tree.module(path))) {
      if (specifier !== types) continue;
      yield { path, line, wrong: wrongOfTests, mend: "Move the comparison to a `*.test-d.ts`." };
    }
  }
}
