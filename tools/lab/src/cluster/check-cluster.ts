import { mkdir, writeFile } from "node:fs/promises";
import { runOms, signTokens } from "@trading-oms/scratch";
import { readAllNotifications } from "../harness/accounts.ts";
import { makeDice } from "../harness/dice.ts";
import { labTest, type Verdict } from "../harness/lab-test.ts";
import { type HistoryEvent, renderHistory } from "../model/history.ts";
import type { SentCover } from "../model/orders.ts";
import { readRacedAccounts } from "../race/covers.ts";
import { readJudges } from "../server/check-malformed.ts";
import { checkCluster, checkComplaints, lookAtEnd } from "./check-run.ts";
import { openClient, type Shared, startLoad } from "./client.ts";
import { type Cluster, withCluster } from "./cluster.ts";
import { type ClusterRun, playOutages, summarizeOutages } from "./outages.ts";
import { findPlanted } from "./plant-faults.ts";

const repository = new URL("../../../../", import.meta.url);
const historyFile = ".tmp/cluster-history.txt";

export const test = labTest({
  about: `Lets clients ask three built servers on one PostgreSQL and one NATS for everything, while one server after the other is
killed, the database is restarted or crashes, and NATS goes away; and looks whether anything was lost, done or told
twice. Writes a history of all requests to ${historyFile}, and shows that the check of it finds planted faults.
PostgreSQL and NATS are started for this alone, and removed. Their programs have to be installed (Debian:
postgresql, nats-server), or named by POSTGRESQL_PROGRAMS and NATS_SERVER_PATH.`,
  options: {
    seconds: { kind: "count", about: "how long; each outage comes once at least", usual: 300, short: 40 },
  },
  run: async ({ options, seed, folder, report }) => {
    const verdicts = await withCluster(folder, seed, (cluster) =>
      runCluster(cluster, { seconds: options.seconds, seed }),
    );
    verdicts.forEach(report);
  },
});

const watchedUserCount = 8;
const progressEveryMs = 10_000;

/** Runs clients during outages and checks the results. */
async function runCluster(
  cluster: Cluster,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<Verdict[]> {
  const beganMs = performance.now();
  const say = (line: string): void =>
    console.log(`  ${String(Math.round((performance.now() - beganMs) / 1_000)).padStart(4)} s  ${line}`);
  const run = await makeRun(cluster, seed, say);
  const load = startLoad(run.shared, seed);
  const progress = setInterval(() => say(`${run.shared.asked.length} requests so far`), progressEveryMs);
  try {
    await playOutages(run, beganMs + seconds * 1_000);
  } finally {
    run.faults.push(...(await load.stop()));
    clearInterval(progress);
  }
  for (const outage of summarizeOutages(run.outages)) say(outage);
  const looks = await lookAtEnd(run);
  await writeHistory(run.shared.history);
  return checkEnd(run, looks);
}

async function writeHistory(history: readonly HistoryEvent[]): Promise<void> {
  const file = new URL(historyFile, repository);
  await mkdir(new URL(".", file), { recursive: true });
  await writeFile(file, `${renderHistory(history).join("\n")}\n`);
}

async function makeRun(cluster: Cluster, seed: number, say: ClusterRun["say"]): Promise<ClusterRun> {
  const { market, positions, slots, symbols } = cluster;
  const watched = market.expected().map(({ position }) => position.userId);
  const users = [...positions.map(({ userId }) => userId), ...watched.slice(0, watchedUserCount)];
  const { error: checkError } = await readJudges();
  const shared: Shared = {
    ports: slots.map(({ port }) => port),
    tokens: await signTokens(cluster.environment, users),
    ...{ positions, symbols, checkError, history: [], pages: [], asked: [], sent: [] },
  };
  const prober = openClient(shared, makeDice(seed + 1));
  return { cluster, market, shared, prober, outages: [], faults: [], say };
}

async function checkEnd(run: ClusterRun, looks: readonly SentCover[]): Promise<Verdict[]> {
  const { cluster, faults, outages, prober } = run;
  const { services, positions, market, slots, environment } = cluster;
  prober.close();
  for (const slot of slots) {
    const code = await slot.stop();
    if (code !== 0) faults.push(`server ${slot.index + 1} was told to stop, and ended with ${code}`);
    faults.push(...checkComplaints(`server ${slot.index + 1}`, slot.complaints(), outages));
  }
  const verified = await runOms(environment, "audit", "verify").catch((failure: unknown) => {
    faults.push(`oms audit verify failed: ${String(failure).slice(0, 500)}`);
    return "";
  });
  const watchers = market.expected().map(({ position }) => position.userId);
  const accounts = await readRacedAccounts(services, positions);
  const verdict = checkCluster(run, {
    accounts,
    looks,
    watchedNotifications: await readAllNotifications(services, watchers),
    coveringNotifications: await readAllNotifications(
      services,
      positions.map(({ userId }) => userId),
    ),
  });
  const planted = findPlanted({ ...run.shared, ...accounts });
  for (const found of planted.found) run.say(`planted: ${found.split("\n")[0]}`);
  return [
    { ...verdict, line: `${verdict.line}. ${verified.trim()}` },
    { line: `${planted.found.length} faults planted in its history are found`, faults: planted.missed },
  ];
}
