import { spawnSync } from "node:child_process";
import { labTest } from "./harness/lab-test.ts";

export const test = labTest({
  about: `Runs every file of \`npm test\` that has a property test, with more cases a property.
fast-check draws a seed of its own for each property, whatever --seed says.`,
  options: {
    cases: { kind: "count", about: "cases a property; `npm test` takes 100", usual: 2_000, min: 1 },
  },
  run: async ({ options: { cases }, report }) => {
    const grep = ["grep", "-l", "fast-check", "--", "*.test.ts"];
    const files = spawnSync("git", grep, { encoding: "utf8" }).stdout.trim().split("\n");
    const words = ["run", "--project", "plain", "--testTimeout=60000", ...files];
    const env = { ...process.env, PROPERTY_CASES: String(cases) };
    const { status } = spawnSync("vitest", words, { stdio: "inherit", env });
    const line = `${files.length} files with ${cases} cases a property`;
    report({ line, faults: status === 0 ? [] : [`vitest ended with ${status}`] });
  },
});
