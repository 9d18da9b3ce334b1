import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { labTest } from "../ground/lab-test.ts";
import { omsProgram, runOms } from "../ground/oms.ts";
import { type ServerProcess, startServerProcess } from "../ground/server.ts";
import type { WalkStep } from "./read-walk-through.ts";
import { readWalkThrough } from "./read-walk-through.ts";
import { openShell, quote, type Shell, takeStep } from "./take-step.ts";

const repository = resolve(import.meta.dirname, "../../../..");
/** By hand, a server needs a moment; live, prices need their time. */
const pages = [
  { path: "docs/margin-walk-through.md", soonMsMax: 5_000 },
  { path: "docs/live-margin-walk-through.md", soonMsMax: 40_000 },
] as const;
/** How much slower prices are played to a machine on which they ran ahead of the commands. */
const slowerBy = 5;
/** Where a server listens whose port nobody has set. */
const shownOrigin = "http://127.0.0.1:8787";
const runMsMax = 60_000;

/** Takes the place of `npm run oms`, which looks each time whether all is built. */
const shortcut = `npm() {
  [ "$1 $2 $3 $4" = "run --silent oms --" ] || { echo "npm $*: only npm run --silent oms -- is known" >&2; return 2; }
  shift 4
  ${quote(process.execPath)} ${quote(omsProgram)} "$@"
}`;

export const test = labTest({
  about: `Walks docs/margin-walk-through.md and docs/live-margin-walk-through.md: runs each of their commands beside a built
server with demonstration data, started as the page says, and looks whether the answer is the one that is shown.`,
  options: {
    "through-npm": {
      kind: "flag",
      about: "let npm start the command line, as a reader's own shell does, which takes longer",
    },
  },
  // Most of a live walk is waiting for prices, so that the pages are hardly in each other's way.
  run: async ({ options, tell }) => {
    const walks = await Promise.all(pages.map((page) => walkPage(page, options["through-npm"])));
    const faults = walks.every((isAsShown) => isAsShown) ? [] : ["not as shown"];
    tell({ line: "the pages that walk through a margin call", faults });
  },
});

async function walkPage({ path, soonMsMax }: Page, isThroughNpm: boolean): Promise<boolean> {
  const read = readWalkThrough(await readFile(join(repository, path), "utf8"));
  if ("fault" in read || read.settings === undefined) {
    console.error(`${path}: ${"fault" in read ? read.fault : "It does not say how to start the service."}`);
    return false;
  }
  const planned = { path, steps: read.steps, settings: read.settings, soonMsMax };
  const began = performance.now();
  let walked = await walkBesideServer(planned, isThroughNpm);
  const slower = playSlower(planned);
  if (walked === "not as shown" && slower !== undefined) {
    console.log(`${path}: once more, with prices that come ${slowerBy} times as slowly`);
    walked = await walkBesideServer(slower, isThroughNpm);
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${path}: ${read.steps.length} steps, ${seconds} s: ${walked}`);
  return walked === "as shown";
}

/**
 * Played prices wait for nobody, and are the same at any speed: a machine that was too slow for them is shown them again
 * with more time for each command. Undefined where nothing is played.
 */
function playSlower({ settings, soonMsMax, ...walk }: Walk): Walk | undefined {
  const speed = Number(settings["SIMULATED_SPEED"]);
  if (Number.isNaN(speed)) return undefined;
  const slower = { ...settings, SIMULATED_SPEED: `${speed / slowerBy}` };
  return { ...walk, settings: slower, soonMsMax: soonMsMax * slowerBy };
}

type Page = (typeof pages)[number];
type Walked = "as shown" | "not as shown" | "with complaints of the server";
type Walk = {
  readonly path: string;
  readonly steps: readonly WalkStep[];
  readonly settings: Readonly<Record<string, string>>;
  readonly soonMsMax: number;
};

async function walkBesideServer(planned: Walk, isThroughNpm: boolean): Promise<Walked> {
  const folder = await mkdtemp(join(tmpdir(), "oms-walk-"));
  try {
    await runOms({ DATA_DIR: folder }, "demo", "load", "--unless-real");
    const server = await startServerProcess({ ...planned.settings, DATA_DIR: folder });
    const shell = openShell(
      repository,
      { ...process.env, DATA_DIR: folder, DATABASE_URL: undefined },
      runMsMax,
    );
    try {
      if (!isThroughNpm) await shell.run(shortcut);
      return await walk(planned, shell, server);
    } finally {
      await shell.close();
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whoever stumbles goes no further, since each step rests on those before it. */
async function walk({ path, steps, soonMsMax }: Walk, shell: Shell, server: ServerProcess): Promise<Walked> {
  for (const step of steps) {
    const command = step.command.replaceAll(shownOrigin, `http://127.0.0.1:${server.port}`);
    const { elapsedMs, faults } = await takeStep(shell, { ...step, command }, soonMsMax);
    const verdict = faults.length === 0 ? "as shown" : "NOT AS SHOWN";
    console.log(`${path}:${step.line}: ${describe(step)} (${elapsedMs.toFixed(0)} ms): ${verdict}`);
    for (const fault of faults) console.error(`  ${fault}`);
    if (faults.length > 0) return "not as shown";
  }
  const complaints = server.complaints();
  if (complaints === "") return "as shown";
  console.error(`${path}: the server complained: ${complaints}`);
  return "with complaints of the server";
}

function describe({ command }: WalkStep): string {
  const [first = ""] = command.split("\n");
  return first.length > 60 ? `${first.slice(0, 60)}…` : first;
}
