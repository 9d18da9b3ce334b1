import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { findFreePort, runOms, withDatabase } from "@trading-oms/scratch";
import { labTest, type Verdict } from "../harness/lab-test.ts";
import { inLanes } from "../harness/lanes.ts";
import { type ServerProcess, startServerProcess, stopInPeace } from "../harness/server.ts";
import { type Guide, readGuide } from "./read-guide.ts";
import { openShell, quote, type Shell, takeStep } from "./take-step.ts";

const repository = resolve(import.meta.dirname, "../../../..");
/** Followed by `pnpm lab guide`, because it changes the repository. */
const followedElsewhere = "adding-an-operation.md";
const pages = readdirSync(join(repository, "docs")).filter(
  (name) => name.endsWith(".md") && name !== followedElsewhere,
);
/** The slowdown of simulated prices for a machine that is too slow for them. */
const slowerBy = 5;
const runMsMax = 180_000;

/** What a guide shows of another machine. A copy of the repository has these in its place. */
const shown = {
  database: "postgres://oms:secret@db.example.com:5432/oms",
  folders: ["/etc/oms", "/var/lib/oms"],
};
/** Not copied: large, or written by others meanwhile. `node_modules` at the root is linked. */
const notCopied = ["./.git", "./.turbo", "./data", "./node_modules", ".cache", ".edge", ".wrangler", ".tmp*"];

export const test = labTest({
  about: `Follows every page of docs/ that has a fence of sh: runs its commands in a copy of the built repository, beside a
server with demonstration data that is started as the page says, and compares each output with the one that is shown.
The short form starts the built programs directly; otherwise npm and pnpm start them, as in a reader's shell.
A guide on PostgreSQL uses a database of TEST_DATABASE_URL.`,
  options: { only: { kind: "choice", about: "one page only", names: pages } },
  run: ({ options, folder, isShort, report }) =>
    inLanes(3, options.only === undefined ? pages : [options.only], async (page) => {
      const path = `docs/${page}`;
      const guide = readGuide(await readFile(join(repository, path), "utf8"));
      if ("fault" in guide) return report({ line: path, faults: [guide.fault] });
      if (guide.steps.length === 0) return;
      const first = await follow(folder, { path, isShort, ...guide });
      if (first.faults.length === 0 || guide.settings?.["FEED"] === "none") return report(first);
      console.log(`${first.line}: ${first.faults.join("; ")}\nonce more, with more time`);
      report(await follow(folder, { path, isShort, ...playSlower(guide) }));
    }),
});

type Followed = Guide & { readonly path: string; readonly isShort: boolean };

/**
 * Simulated prices do not wait for a slow machine, nor does the time limit of a card. Such a guide is followed a second
 * time; the prices are the same at any speed.
 */
function playSlower({ settings, steps }: Guide): Guide {
  const speed = settings?.["SIMULATED_SPEED"];
  if (speed === undefined) return { settings, steps };
  return { steps, settings: { ...settings, SIMULATED_SPEED: `${Number(speed) / slowerBy}` } };
}

/** How long a `sh soon` may take: 40 s at a speed of 50, five times as long at a fifth of it. */
function soonMsMaxOf({ settings }: Guide): number {
  if (settings?.["FEED"] === "none") return 5_000;
  return 2_000_000 / Number(settings?.["SIMULATED_SPEED"] ?? 50);
}

async function follow(scratch: string, guide: Followed): Promise<Verdict> {
  const folder = await mkdtemp(join(scratch, "guide-"));
  await copyBuilt(folder);
  const isOnDatabase = guide.steps.some(({ command }) => command.includes(shown.database));
  const following = isOnDatabase
    ? withDatabase((url) => followIn(folder, guide, url))
    : followIn(folder, guide, shown.database);
  // A server that is not ready in time, or a shell that ended.
  return following.catch((failure: unknown) => ({ line: guide.path, faults: [String(failure)] }));
}

async function copyBuilt(folder: string): Promise<void> {
  const excluded = notCopied.map((name) => `--exclude=${name}`).join(" ");
  const script = `set -o pipefail; tar -C ${quote(repository)} ${excluded} -cf - . | tar -C ${quote(folder)} -xf -`;
  await promisify(execFile)("bash", ["-c", script]);
  const [from, to] = [join(repository, "node_modules"), join(folder, "node_modules")];
  await mkdir(to);
  for (const name of await readdir(from))
    if (name !== ".cache") await symlink(join(from, name), join(to, name));
}

async function followIn(folder: string, guide: Followed, databaseUrl: string): Promise<Verdict> {
  const environment = { ...process.env, DATA_DIR: undefined, DATABASE_URL: undefined, NODE_ENV: undefined };
  const shell = openShell(folder, environment, runMsMax);
  try {
    await shell.run(guide.isShort ? shortcuts : await pinnedPnpm());
    if (!guide.isShort) await shell.run("npm run --silent oms -- --help");
    const startsItsOwn = guide.steps.some(({ command }) => command.includes("start.sh"));
    if (startsItsOwn) return await takeSteps(guide, shell, await localize(guide, folder, databaseUrl));
    const DATA_DIR = join(folder, "data");
    await runOms({ DATA_DIR }, "demo", "load", "--desk", "--unless-real");
    const server = await startServerProcess({ FEED: "", ...guide.settings, DATA_DIR });
    await shell.run(`export OMS_URL=http://127.0.0.1:${server.port}`);
    const verdict = await takeSteps(guide, shell, await localize(guide, folder, databaseUrl, server));
    return { ...verdict, faults: [...verdict.faults, ...(await stopInPeace(server))] };
  } finally {
    await shell.close();
  }
}

/** Start the built programs without a look whether they are built. */
const node = quote(process.execPath);
const shortcuts = `npm() {
  [ "$1 $2 $3 $4" = "run --silent oms --" ] || { echo "npm $*: only npm run --silent oms -- is known" >&2; return 2; }
  shift 4; ${node} apps/oms/dist/oms.js "$@"
}
pnpm() {
  [ "$1" = edge ] || { echo "pnpm $*: only pnpm edge is known" >&2; return 2; }
  shift; ${node} tools/edge/src/edge.ts "$@"
}`;

async function pinnedPnpm(): Promise<string> {
  const { packageManager } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  return `pnpm() { npx -y ${packageManager} "$@"; }`;
}

/** Returns a function that replaces the ports, folders and database of a guide by those of this run. */
async function localize({ steps }: Guide, folder: string, databaseUrl: string, server?: ServerProcess) {
  const replaced = new Map([[shown.database, databaseUrl]]);
  for (const name of shown.folders) replaced.set(name, join(folder, name));
  const commands = steps.map(({ command }) => command).join("\n");
  for (const [port] of commands.matchAll(/\b878\d\b/g)) {
    const isServers = port === "8787" && server !== undefined;
    if (!replaced.has(port)) replaced.set(port, `${isServers ? server.port : await findFreePort()}`);
  }
  return (command: string): string =>
    [...replaced].reduce((text, [from, to]) => text.replaceAll(from, to), command);
}

/** Stops at the first step that differs, since later steps depend on it. */
async function takeSteps(guide: Followed, shell: Shell, here: (command: string) => string): Promise<Verdict> {
  const { path, steps } = guide;
  const soonMsMax = soonMsMaxOf(guide);
  for (const step of steps) {
    const local = { ...step, command: here(step.command) };
    const { elapsedMs, faults } = await takeStep(shell, local, soonMsMax);
    const [first = ""] = step.command.split("\n");
    const line = `${path}:${step.line}: ${first.slice(0, 60)} (${elapsedMs.toFixed(0)} ms)`;
    if (faults.length > 0) return { line, faults };
    console.log(`${line}: as shown`);
  }
  return { line: `${path}: ${steps.length} steps`, faults: [] };
}
