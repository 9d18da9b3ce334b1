import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { askServer } from "./ask-server.ts";
import { buildStages } from "./build-stages.ts";
import { readContainerFile } from "./read-container-file.ts";

const usage = `Runs every step of deploy/Containerfile by hand: each stage in an empty root of Debian, its server without a right to
write but in its volume, on a PostgreSQL of this machine. No image is built, and none is looked at.

  pnpm rehearse:container [--keep]

  --keep    leave the roots, and say where they are
  --help    this text

It has to be root, with debootstrap (Debian: debootstrap), and reaches Debian's archive and the npm registry.
TEST_DATABASE_URL is a PostgreSQL where databases may be made (postgres://postgres@127.0.0.1:5432/postgres).

Exit codes: 0 every step worked and the server answered, 1 not so, 2 used wrongly.`;

// Whoever is interrupted ends as others do, with all that was started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

process.exitCode = await rehearseContainer(process.argv.slice(2));

async function rehearseContainer(words: readonly string[]): Promise<number> {
  const settings = readSettings(words);
  if (typeof settings === "string") {
    console.error(`${settings}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  const repository = fileURLToPath(new URL("../../..", import.meta.url));
  const scratch = await mkdtemp(join(tmpdir(), "oms-container-"));
  process.once("exit", () => {
    if (settings.keep) console.log(`the roots are in ${scratch}`);
    else removeRoots(scratch);
  });
  const stages = readContainerFile(await readFile(join(repository, "deploy/Containerfile"), "utf8"));
  const say = (line: string): void => console.log(line);
  const built = await buildStages(stages, { repository, scratch, say });
  const stage = stages.at(-1);
  if (stage === undefined) return 1;
  const { stdout } = await promisify(execFile)("du", ["--summarize", "--human-readable", built.root]);
  say(`the root of the last stage takes ${stdout.split("\t")[0]}`);
  const faults = await askServer(stage, built, join(scratch, "volume"));
  for (const fault of faults) console.error(`  ${fault}`);
  say(
    faults.length === 0
      ? `as ${stage.user}, on a root that can't be written, the server is ready, healthy, answers all five operations and stops in peace`
      : "the server does NOT do what it has to",
  );
  return faults.length === 0 ? 0 : 1;
}

/** What an interrupted debootstrap has mounted there is left alone. */
function removeRoots(scratch: string): void {
  spawnSync("rm", ["--recursive", "--force", "--one-file-system", scratch], { stdio: "inherit" });
}

function readSettings(words: readonly string[]): { keep: boolean; help: boolean } | string {
  try {
    const flag = { type: "boolean", default: false } as const;
    return parseArgs({ args: [...words], options: { keep: flag, help: flag } }).values;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}
