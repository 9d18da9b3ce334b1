import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { runOms } from "@trading-oms/scratch";
import { shareClock } from "../harness/clock.ts";
import { labTest } from "../harness/lab-test.ts";
import { type ServerProcess, serverProgram, startServerProcess } from "../harness/server.ts";
import { paths } from "../harness/wire.ts";
import { openProfiler, type Profiler } from "./open-profiler.ts";
import { compareWalk, readWalks, type WalkName, walkNames } from "./read-walks.ts";

/** The most files that a walk may enter. */
const countMax: Readonly<Record<WalkName, number>> = { search: 26, cover: 45, card: 21 };

const repository = new URL("../../../../", import.meta.url);

export const test = labTest({
  about: `Sends a search, a cover and a card to a built server that has answered such requests before, and records by V8's coverage
which files its main thread enters and does not enter when idle. They have to be those of docs/ARCHITECTURE.md, "Three walks".`,
  options: {},
  run: async ({ folder, report }) => {
    const page = await readFile(new URL("docs/ARCHITECTURE.md", repository), "utf8");
    const shown = readWalks(page, await readdir(new URL("packages", repository)));
    for (const [name, entered] of await recordWalks(folder)) {
      console.log(["", name, ...entered].join("\n  "));
      const faults = compareWalk(name, { entered, shown: shown[name], countMax: countMax[name] });
      report({ line: `the ${name} enters ${entered.size} files, at most ${countMax[name]}`, faults });
    }
  },
});

type Walks = ReadonlyMap<WalkName, ReadonlySet<string>>;

async function recordWalks(folder: string): Promise<Walks> {
  // A cover enters other files when the exchanges are closed.
  const environment = { DATA_DIR: folder, ...shareClock() };
  await runOms(environment, "db", "migrate");
  await runOms(environment, "demo", "load");
  await runOms(environment, "keys", "make");
  // High rate limits, since none at all would shorten the walks.
  const limits = { RATE_LIMIT_USER: "100000", RATE_LIMIT_ADDRESS: "100000", RATE_LIMIT_CARDS: "100000" };
  const launch = { command: process.execPath, words: ["--inspect=127.0.0.1:0"], entry: serverProgram };
  // The desk enters files of a cover once a minute, in the background.
  const settings = { ...environment, ...limits, OPERATOR: "off" };
  const server = await startServerProcess(settings, launch);
  try {
    const [address = ""] = /ws:\S+/.exec(server.complaints()) ?? [];
    const profiler = await openProfiler(address);
    const walks = await record(profiler, await prepareWalks(server));
    profiler.close();
    return walks;
  } finally {
    await server.kill();
  }
}

type Send = () => Promise<void>;

async function prepareWalks({ url, token }: ServerProcess): Promise<Readonly<Record<WalkName, Send>>> {
  const card = await readFile(new URL("docs/examples/id-card.json", repository), "utf8");
  const send = async (path: string, init: RequestInit = {}): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${url}${path}`, { headers, ...init });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered by ${answer.status}: ${text}`);
  };
  let amount = 1_000_000;
  return {
    search: () => send(`${paths.search}hoa%20phat`),
    cover: async () => {
      amount += 1_000;
      const body = JSON.stringify({ accountId: "888C000017", symbol: "FPT", amount });
      await send(paths.cover, { method: "PATCH", body });
    },
    card: () => send(paths.card, { method: "POST", body: card }),
  };
}

/** Requests before the first that is recorded. */
const warmCount = 5;
/** A file belongs to a walk if each of so many requests enters it. */
const recordedCount = 5;
/** Longer than the period of what runs without requests and enters files of a walk; `reloadMs` of the watch is 10 s. */
const idleMs = 15_000;
/** The answer has been logged and counted by then. */
const endedMs = 50;

async function record(profiler: Profiler, sends: Readonly<Record<WalkName, Send>>): Promise<Walks> {
  const enteredBy = async (act: () => Promise<unknown>): Promise<ReadonlySet<string>> => {
    await profiler.takeEntered();
    await act();
    await wait(endedMs);
    return profiler.takeEntered();
  };
  for (const name of walkNames) for (let count = 0; count < warmCount; count += 1) await sends[name]();
  // The watch follows the covers for a while.
  await wait(idleMs);
  const idle = await enteredBy(() => wait(idleMs));
  const walks = new Map<WalkName, ReadonlySet<string>>();
  // Covers come last, since what follows them would be taken for a part of the next walk.
  for (const name of ["search", "card", "cover"] as const) {
    // The first request after a pause may renew something.
    await sends[name]();
    const each: ReadonlySet<string>[] = [];
    for (let count = 0; count < recordedCount; count += 1) each.push(await enteredBy(sends[name]));
    const [first = new Set<string>(), ...others] = each;
    const inEach = [...first].filter((file) => others.every((other) => other.has(file)));
    walks.set(name, new Set(inEach.filter((file) => !idle.has(file)).sort()));
  }
  return walks;
}
