import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listLeftToCi } from "./list-left-to-ci.ts";

const root = join(import.meta.dirname, "../../..");

console.log(
  listLeftToCi(
    readFileSync(join(root, ".ci/run"), "utf8"),
    globSync("{apps,packages,tools}/*/src/**/*.ci.test.ts", { cwd: root }),
  ),
);
