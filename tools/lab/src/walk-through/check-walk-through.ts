import { mkdtemp, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { labTest, type Verdict } from "../ground/lab-test.ts";
import { omsProgram, runOms } from "../ground/oms.ts";
import { judgeQuiet, type ServerProcess, startServerProcess } from "../ground/server.ts";
import { readWalkThrough, type WalkStep } from "./read-walk-through.ts";
import { openShell, quote, type Shell, takeStep } from "./take-step.ts";

const repository = resolve(import.meta.dirname, "../../../..");
/** Prices set by hand need a moment; simulated prices take longer. */
const pages = [
  { path: "docs/margin-walk-through.md", soonMsMax: 5_000 },
  { path: "docs/live-margin-walk-through.md", soonMsMax: 40_000 },
] as const;
/** The slowdown of prices for a machine that is too slow for them. */
const slowerBy = 5;
/** The default address of a server. */
const shownOrigin = "http://127.0.0.1:8787";
const runMsMax = 60_000;

/** Replaces `npm run oms`, which checks the build each time. */
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
  // A live walk-through mostly waits for prices, so the pages can run concurrently.
  run: async ({ options, folder, tell }) => {
    const walks = pages.map(async ({ path, soonMsMax }) => {
      const read = readWalkThrough(await readFile(join(repository, path), "utf8"));
      if ("fault" in read) return tell({ line: path, faults: [read.fault] });
      const { steps, settings } = read;
      if (settings === undefined)
        return tell({ line: path, faults: ["It does not say how to start the service."] });
      const isThroughNpm = options["through-npm"];
      const walk = { path, steps, settings, soonMsMax, isThroughNpm };
      const first = await walkBesideServer(folder, walk);
      const slower = playSlower(walk);
      if (first.faults.length === 0 || slower === undefined) return tell(first);
      console.log(`${first.line}: ${first.faults.join("; ")}\nonce more, with prices that come more slowly`);
      tell(await walkBesideServer(folder, slower));
    });
    await Promise.all(walks);
  },
});

type Walk = {
  readonly path: string;
  readonly steps: readonly WalkStep[];
  readonly settings: Readonly<Record<string, string>>;
  readonly soonMsMax: number;
  readonly isThroughNpm: boolean;
};

/**
 * Simulated prices do not wait, but are the same at any speed. A machine that was too slow gets them again with more
 * time for each command. Returns undefined if no prices are simulated.
 */
function playSlower({ settings, soonMsMax, ...walk }: Walk): Walk | undefined {
  const speed = Number(settings["SIMULATED_SPEED"]);
  if (Number.isNaN(speed)) return undefined;
  const slower = { ...settings, SIMULATED_SPEED: `${speed / slowerBy}` };
  return { ...walk, settings: slower, soonMsMax: soonMsMax * slowerBy };
}

async function walkBesideServer(folder: string, walk: Walk): Promise<Verdict> {
  const dataFolder = await mkdtemp(join(folder, "walk-"));
  await runOms({ DATA_DIR: dataFolder }, "demo", "load", "--unless-real");
  const server = await startServerProcess({ ...walk.settings, DATA_DIR: dataFolder });
  const environment = { ...process.env, DATA_DIR: dataFolder, DATABASE_URL: undefined };
  const shell = openShell(repository, environment, runMsMax);
  try {
    if (!walk.isThroughNpm) await shell.run(shortcut);
    return await takeSteps(walk, shell, server);
  } finally {
    await shell.close();
    await server.stop();
  }
}

/** Stops at the first step that differs, since later steps depend on it. */
async function takeSteps(
  { path, steps, soonMsMax }: Walk,
  shell: Shell,
  server: ServerProcess,
): Promise<Verdict> {
  for (const step of steps) {
    const command = step.command.replaceAll(shownOrigin, server.url);
    const { elapsedMs, faults } = await takeStep(shell, { ...step, command }, soonMsMax);
    const [first = ""] = step.command.split("\n");
    const line = `${path}:${step.line}: ${first.slice(0, 60)} (${elapsedMs.toFixed(0)} ms)`;
    if (faults.length > 0) return { line, faults };
    console.log(`${line}: as shown`);
  }
  return { line: `${path}: ${steps.length} steps`, faults: judgeQuiet(server) };
}
