import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const usage = `Runs every file of \`npm test\` that has a property test, with more cases a property.

  pnpm lab properties [--short] [--cases N]

  --cases N   cases a property (2000; \`npm test\` takes 100)
  --short     the same, as CI runs it
  --help      this text`;

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "2000" },
    short: { type: "boolean" },
    help: { type: "boolean" },
  },
});
if (values.help) console.log(usage);
else process.exitCode = runProperties(values.cases);

function runProperties(cases: string): number {
  const { stdout } = spawnSync("git", ["grep", "-l", "fast-check", "--", "*.test.ts"], { encoding: "utf8" });
  const files = stdout.trim().split("\n");
  const words = ["run", "--project", "plain", "--testTimeout=60000", ...files];
  const env = { ...process.env, PROPERTY_CASES: cases };
  return spawnSync("vitest", words, { stdio: "inherit", env }).status ?? 1;
}
