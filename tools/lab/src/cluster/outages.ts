import { setTimeout as wait } from "node:timers/promises";
import { largest, measureUntil, quantile, seconds } from "../harness/figures.ts";
import { awaitShares, type Listening, search } from "../harness/server.ts";
import type { WatchedMarket } from "../watch/market.ts";
import { awaitSettled, beginRound, playRound } from "../watch/rounds.ts";
import type { Client, Shared } from "./client.ts";
import type { Cluster } from "./cluster.ts";

/** The kinds of outages. */
type OutageKind = "kill" | "fast" | "immediate" | "feed";

/** An outage in wall-clock time, from before it began until everything was seen to work again. */
export type Outage = {
  readonly kind: OutageKind;
  /** The killed server. */
  readonly server: number | undefined;
  readonly beganMs: number;
  /** When the stopped part was running again, as far as it reports that itself. */
  readonly backMs: number;
  readonly endedMs: number;
};

/** The state of a run. */
export type ClusterRun = {
  readonly cluster: Cluster;
  readonly market: WatchedMarket;
  readonly shared: Shared;
  /** Probes whether everything works again. */
  readonly prober: Client;
  readonly outages: Outage[];
  readonly faults: string[];
  /** Logs progress. */
  readonly say: (line: string) => void;
};

/** Reads the time of the newest price that a server shows; 0 if there is none. */
async function readFeedTime(server: Listening): Promise<number> {
  const { lastTime } = await search(server, "F");
  return lastTime === undefined ? 0 : new Date(lastTime).getTime();
}

const pauseMs = 20;

/** Calls all five operations on a server until each is answered. Returns false after the time limit. */
async function probeServer(run: ClusterRun, server: number, elapsedMsMax: number): Promise<boolean> {
  const { prober, cluster } = run;
  const [position] = cluster.positions;
  if (position === undefined) throw new RangeError("There is no position to cover.");
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began > elapsedMsMax;
  const asks: readonly (() => Promise<{ readonly status: number }>)[] = [
    () => prober.search(server),
    () => prober.sendNoCard(server),
    () => prober.readRatio(server),
    () => prober.readPage(server, position.userId),
  ];
  for (const ask of asks) {
    for (;;) {
      const { status } = await ask();
      if (status > 0 && status < 500) break;
      if (isOver()) return false;
      await wait(pauseMs);
    }
  }
  const name = `probe-${server}-${run.shared.sent.length}`;
  const amountVnd = 2_000_000 + cluster.dice(8) * 250_000;
  return (await prober.cover(server, { name, position, amountVnd, staysHere: true })) && !isOver();
}

/** How long after an outage everything must be answered again. */
const recoveredMsMax = 5_000;

/** A lease must expire, and another server needs two turns to take it. */
const sharedMsMax = 20_000;
const calmMsMax = 1_500;
const awayMsMin = 500;
const awayMsMax = 2_000;

/** Runs outages until a moment, each kind at least once. Returns false if a part did not recover in time. */
export async function playOutages(run: ClusterRun, endMs: number): Promise<boolean> {
  const { dice } = run.cluster;
  const kinds = { kill: killServer, fast: restartDatabase, immediate: restartDatabase, feed: takeFeed };
  if (!(await awaitShared(run))) return false;
  const allKinds = Object.keys(kinds) as OutageKind[];
  for (let count = 0; count < allKinds.length || performance.now() < endMs; ) {
    const order = allKinds.map((kind) => ({ kind, place: dice(1_000) }));
    for (const { kind } of order.toSorted((one, other) => one.place - other.place)) {
      if (!(await kinds[kind](run, kind)) || !(await playRound(run))) return false;
      await wait(dice(calmMsMax));
      count += 1;
      if (count >= allKinds.length && performance.now() >= endMs) break;
    }
  }
  return true;
}

/** Kills a server in the middle of a round and restarts it; meanwhile the others take over its share. */
async function killServer(run: ClusterRun): Promise<boolean> {
  const { cluster } = run;
  const victim = cluster.dice(cluster.slots.length);
  const slot = cluster.slots[victim];
  if (slot === undefined || (await beginRound(run)) === undefined) return false;
  const [beganMs, sinceMs] = [Date.now(), performance.now()];
  await slot.kill();
  await wait(drawAwayMs(run));
  await slot.start();
  const isWell = () => probeServer(run, victim, recoveredMsMax);
  if (!(await awaitWell(run, { kind: "kill", server: victim, beganMs }, isWell))) return false;
  if ((await awaitSettled(run, "after a server was killed", sinceMs)) === undefined) return false;
  return awaitShared(run);
}

/** Restarts the database in the middle of a round, cleanly or as a crash. */
async function restartDatabase(run: ClusterRun, kind: OutageKind): Promise<boolean> {
  const { database, slots } = run.cluster;
  if ((await beginRound(run)) === undefined) return false;
  const beganMs = Date.now();
  await database.restart(kind === "fast" ? "fast" : "immediate");
  const sinceMs = performance.now();
  const areWell = async (): Promise<boolean> =>
    (await Promise.all(slots.map(({ index }) => probeServer(run, index, recoveredMsMax)))).every(Boolean);
  if (!(await awaitWell(run, { kind, server: undefined, beganMs }, areWell))) return false;
  return (await awaitSettled(run, "after the database was back", sinceMs)) !== undefined;
}

/** Kills and restarts NATS, while prices continue to be set by hand. */
async function takeFeed(run: ClusterRun): Promise<boolean> {
  const { nats, slots } = run.cluster;
  const beganMs = Date.now();
  await nats.stop();
  const [isPlayed] = await Promise.all([playRound(run), wait(drawAwayMs(run))]);
  await nats.start();
  const backMs = Date.now();
  const showNew = async (): Promise<boolean> =>
    (await Promise.all(slots.map(readFeedTime))).every((atMs) => atMs > backMs);
  return (await awaitWell(run, { kind: "feed", server: undefined, beganMs }, showNew)) && isPlayed;
}

function drawAwayMs({ cluster: { dice } }: ClusterRun): number {
  return awayMsMin + dice(awayMsMax - awayMsMin);
}

/** Waits until everything works again and records the outage. Reports a fault if that takes too long. */
async function awaitWell(
  { outages, faults, say }: ClusterRun,
  outage: Pick<Outage, "kind" | "server" | "beganMs">,
  isWell: () => Promise<boolean>,
): Promise<boolean> {
  const [backMs, sinceMs] = [Date.now(), performance.now()];
  const elapsedMs = await measureUntil(isWell, { sinceMs, elapsedMsMax: recoveredMsMax });
  outages.push({ ...outage, backMs, endedMs: Date.now() });
  const away = `${names[outage.kind]} for ${seconds(backMs - outage.beganMs)}`;
  if (elapsedMs === undefined)
    faults.push(`${away}: not all was well again ${seconds(recoveredMsMax)} later`);
  else say(`${away}: all was well again ${seconds(elapsedMs)} later`);
  return elapsedMs !== undefined;
}

async function awaitShared({ cluster: { slots }, faults }: ClusterRun): Promise<boolean> {
  return (await awaitShares(slots, sharedMsMax, faults)) !== undefined;
}

const names: Readonly<Record<OutageKind, string>> = {
  kill: "a server killed",
  fast: "the database restarted",
  immediate: "the database crashed",
  feed: "NATS away",
};

/** Summarizes each kind of outage: count, duration and time to recovery. */
export function summarizeOutages(outages: readonly Outage[]): string[] {
  return [...Map.groupBy(outages, ({ kind }) => kind)].map(([kind, group]) => {
    const awayMs = largest(group.map(({ beganMs, backMs }) => backMs - beganMs));
    const recoveredMs = group.map(({ backMs, endedMs }) => endedMs - backMs);
    return (
      `${names[kind]}: ${group.length} times, for ${seconds(awayMs)} at most; all answered ` +
      `${seconds(quantile(recoveredMs, 0.5))} after it was back, ${seconds(largest(recoveredMs))} at most`
    );
  });
}
