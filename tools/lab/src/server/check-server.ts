import { launchOn, runOms, runtimeNames } from "@trading-oms/scratch";
import { labTest, tryAgain, type Verdict } from "../harness/lab-test.ts";
import { checkChanges } from "./check-changes.ts";
import { checkDesk } from "./check-desk.ts";
import { checkFairness } from "./check-fairness.ts";
import { checkFlood } from "./check-flood.ts";
import { checkHostile } from "./check-hostile.ts";
import { checkLoading } from "./check-loading.ts";
import { checkMalformed, type RuntimeTrial } from "./check-malformed.ts";
import { checkSlowSenders } from "./check-slow-senders.ts";
import { checkStarts } from "./check-starts.ts";
import { checkStopping } from "./check-stopping.ts";
import { checkStoreUnavailable } from "./check-store-unavailable.ts";
import { checkHistories, checkManyStreams, checkPipelines, checkVanished } from "./check-streams.ts";

/** The arguments of a part: a folder with the demonstration, a seed, and a runtime (Node by default). */
type Trial = RuntimeTrial & { readonly isShort: boolean };

/** The parts by name, in run order. */
const parts: Readonly<Record<string, (trial: Trial) => Promise<Verdict[]>>> = {
  stopping: async (trial) => [await checkStopping(trial, trial.isShort)],
  slow: async (trial) => [await checkSlowSenders(trial)],
  starts: async (trial) => [await checkStarts(trial, trial.isShort ? 5 : 15)],
  changes: checkChanges,
  flood: async ({ folder }) => [await checkFlood(folder)],
  "store-unavailable": checkStoreUnavailable,
  malformed: async (trial) => [await checkMalformed(trial, trial.isShort ? 5_000 : 100_000)],
  hostile: ({ folder, isShort }) => checkHostile(folder, isShort ? 8_000 : 60_000),
  fairness: ({ folder, isShort }) => checkFairness(folder, isShort ? 15_000 : 60_000),
  loading: ({ folder, isShort }) => checkLoading(folder, isShort),
  desk: ({ folder, isShort }) => checkDesk(folder, isShort),
  "behind-streams": (trial) => tryAgain("behind-streams", async () => [await checkPipelines(trial)]),
  "many-streams": (trial) => tryAgain("many-streams", async () => [await checkManyStreams(trial)]),
  histories: (trial) => tryAgain("histories", async () => [await checkHistories(trial)]),
  vanished: async (trial) => [await checkVanished(trial)],
};

/** The parts for every runtime. Node's start time and the detection of database changes say nothing about others. */
const runtimeParts = ["stopping", "slow", "malformed"];

export const test = labTest({
  about: `Starts the built server, and lets it bear what the world does to servers:

  stopping     SIGTERM under 64 clients: no request is cut             (20 times; short: 4)
  slow         200 connections that send a byte a second: others do not wait for them
  starts       ready in half a second with 20,000 instruments          (15 starts; short: 5)
  changes      what the command line changes is seen within a second, on SQLite and PostgreSQL
  flood        100,200 networks that are refused: strangers are served, and the log stays small
  store-unavailable  PostgreSQL gone, a disk full: 503 alone, /readyz says so, nothing is lost
  malformed    hostile requests: declared answers, and no trace of them (100,000; short: 5,000)
  hostile      bodies, chunks and pipelines that cost more to take than to send, uploads that stall:
               others are served meanwhile                              (60 s each; short: 8 s)
  fairness     slow readers of a link, costly cards and slow bodies from a few addresses:
               links and cards of others are answered within 5 s        (60 s each; short: 15 s)
  loading      a start and a takeover with many positions on PostgreSQL: probes and searches are
               answered meanwhile, and it is ready when it has read them (200,000; short: 50,000)
  desk         twenty desk pages on 10,001 open calls, then 60 parallel verify, CSV and deep pages of
               one viewer: searches stay quick, and none is refused     (60 and 20 s each; short: 8 and 4 s)
  behind-streams  requests behind 500 streams of ten networks, with a heap of 512 MB: memory is flat,
               others are served meanwhile                              (60 s; short: 15 s)
  many-streams  1,350 streams of 150 symbols with depth, of which most stop to read: /healthz answers,
               newcomers get quotes, the kernel's memory is free again  (60 s; short: 40 s)
  histories    ten streams read 50,000 notifications each: others wait at most 100 ms (short: 10,000)
  vanished     the machine of 100 readers is cut off: places and memory are free within 60 s (needs root)

TEST_DATABASE_URL is a PostgreSQL where databases may be made (postgres://postgres@127.0.0.1:5432/postgres). It runs on
Linux, since it looks into /proc.`,
  options: {
    only: {
      kind: "choice",
      about: "one part only, with every figure that it has",
      names: Object.keys(parts),
    },
    on: {
      kind: "choice",
      about: "a runtime other than Node, for stopping, slow and malformed",
      names: runtimeNames,
    },
  },
  run: async ({ options, isShort, seed, folder, report }) => {
    const runtime = runtimeNames.find((name) => name === options.on);
    const launch = runtime && (await launchOn(runtime));
    await runOms({ DATA_DIR: folder }, "db", "migrate");
    await runOms({ DATA_DIR: folder }, "demo", "load");
    for (const [name, check] of Object.entries(parts)) {
      if (options.only !== undefined && options.only !== name) continue;
      if (runtime !== undefined && !runtimeParts.includes(name)) continue;
      for (const { line, faults } of await check({ folder, seed, isShort, launch })) {
        report({ line: `${name}: ${line}`, faults });
      }
    }
  },
});
