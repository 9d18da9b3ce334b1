import { shardOf } from "@trading-oms/brokerage";
import { measureUntil, seconds } from "../ground/figures.ts";
import {
  judgeQuiet,
  readShardCount,
  type ServerProcess,
  shardCount,
  startServerProcess,
  stopInPeace,
} from "../ground/server.ts";
import type { WatchedMarket } from "./market.ts";

/** A run of a variant: what it works on, how much it is to do, and what came of it so far. */
export type WatchRun = {
  readonly market: WatchedMarket;
  readonly fleet: Fleet;
  readonly killCount: number;
  readonly interruptions: Interruption[];
  /** How long it took, after a server was told to stop, until the other had its shards. */
  readonly handoversMs: number[];
  /** What did not come in time; the first one ends the run, since no later round could be told from it. */
  readonly faults: string[];
};

/** A server that was killed in the middle of a round. */
type Interruption = {
  /** What was judged of the round before the end. */
  readonly judgedCount: number;
  /** What it left behind in the shards that it held. */
  readonly leftCount: number;
  /** How long until the rest of the round was told. */
  readonly takeoverMs: number;
};

/** Whether a server was killed after some of a round was judged, and left some of it behind. */
export function wasInMiddle({ judgedCount, leftCount }: Interruption): boolean {
  return judgedCount > 0 && leftCount > 0;
}

type Fleet = ReturnType<typeof openFleet>;

/** Servers on one database, of which some may be killed, and what they did that they should not have. */
export function openFleet(environment: Readonly<Record<string, string>>) {
  const alive = new Set<ServerProcess>();
  const faults: string[] = [];
  const stop = async (server: ServerProcess): Promise<void> => {
    alive.delete(server);
    faults.push(...(await stopInPeace(server)));
  };
  return {
    faults,
    stop,
    start: async (): Promise<ServerProcess> => {
      // How long connections are let in after SIGTERM is a matter of balancers, of which there are none.
      const server = await startServerProcess({ ...environment, DRAIN_DELAY_MS: "0" });
      alive.add(server);
      const { status } = await fetch(`${server.url}/readyz`);
      if (status !== 200) faults.push(`a server that listens answered ${status} on /readyz`);
      return server;
    },
    kill: async (server: ServerProcess): Promise<void> => {
      alive.delete(server);
      await server.kill();
      faults.push(...judgeQuiet(server));
    },
    stopAll: async (): Promise<void> => {
      await Promise.all([...alive].map(stop));
    },
  };
}

/** A lease has to end, and the other server needs two turns to take it; the rest is time to spare. */
const sharedMsMax = 15_000;

/** Waits until servers hold all shards among them, as many each; where that is late it is a fault. */
export async function areShared(run: WatchRun, servers: readonly ServerProcess[]): Promise<boolean> {
  return (await awaitShards(run, servers, sharedMsMax)) !== undefined;
}

async function awaitShards(
  { faults }: WatchRun,
  servers: readonly ServerProcess[],
  elapsedMsMax: number,
): Promise<number | undefined> {
  let counts: readonly number[] = [];
  const isSo = async (): Promise<boolean> => {
    counts = await Promise.all(servers.map(readShardCount));
    return counts.every((count) => count === shardCount / servers.length);
  };
  const elapsedMs = await measureUntil(isSo, { sinceMs: performance.now(), elapsedMsMax });
  if (elapsedMs === undefined)
    faults.push(`after ${seconds(elapsedMsMax)} the servers hold ${counts.join(" and ")} shards`);
  return elapsedMs;
}

/** A round may be over for a server before it is killed: then it is tried again, so often. */
const killsInVainMax = 4;

/** Whether another server is to be killed: as many as were asked for, and then until one was in the middle of a round. */
export function isKillDue({
  killCount,
  interruptions,
}: Pick<WatchRun, "killCount" | "interruptions">): boolean {
  if (interruptions.length < killCount) return true;
  return interruptions.length < killCount + killsInVainMax && !interruptions.some(wasInMiddle);
}

/** What a round is played with, here and in the cluster. */
type Round = Pick<WatchRun, "market" | "faults">;

/** Percents of a round between which it is left in the middle. */
const judgedPercentMin = 10;
const judgedPercentMax = 50;

/**
 * Moves the market, and comes back while some of what follows is told and some is not; gives for how many positions
 * something follows, or undefined where nothing came in time.
 */
export async function beginRound({ market, faults }: Round): Promise<number | undefined> {
  const percent = judgedPercentMin + market.dice(judgedPercentMax - judgedPercentMin);
  const changedCount = await market.move();
  const isInMiddle = async (): Promise<boolean> =>
    (await market.readLeft()).length * 100 <= changedCount * (100 - percent);
  const limit = { sinceMs: performance.now(), elapsedMsMax: settledMsMax };
  if ((await measureUntil(isInMiddle, limit)) !== undefined) return changedCount;
  faults.push(`not even ${percent} % of a round were judged within ${seconds(settledMsMax)}`);
  return undefined;
}

/** So long after prices have changed, or a watcher has died, all that follows has to be told. */
export const settledMsMax = 10_000;

/** What comes later than that is a fault either way; whether it ever comes shows what kind of fault. */
const lateMsMax = 40_000;

const namesShownMax = 10;

/** Moves the market, and waits until all that follows is told; false where it was not in time. */
export async function playRound(round: Round): Promise<boolean> {
  await round.market.move();
  return (await awaitSettled(round, "after prices were set", performance.now())) !== undefined;
}

/** Waits until every position is judged as it has to be, and tells after how long; where that is late it is a fault. */
export async function awaitSettled(
  { market, faults }: Round,
  when: string,
  sinceMs: number,
): Promise<number | undefined> {
  const isSettled = async (): Promise<boolean> => (await market.readLeft()).length === 0;
  const elapsedMs = await measureUntil(isSettled, { sinceMs, elapsedMsMax: settledMsMax });
  if (elapsedMs !== undefined) return elapsedMs;
  const left = await market.readLeft();
  const lateMs = await measureUntil(isSettled, { sinceMs, elapsedMsMax: lateMsMax });
  const names = left.slice(0, namesShownMax).map(({ position: { userId, accountId, traded } }) => {
    return `${accountId}/${traded.symbol} in shard ${shardOf(userId)}`;
  });
  faults.push(
    `${left.length} positions were not judged as they have to be ${seconds(settledMsMax)} ${when}, ` +
      `${lateMs === undefined ? `nor after ${seconds(lateMsMax)}` : `but after ${seconds(lateMs)}`}: ${names.join(", ")}`,
  );
  return undefined;
}

/**
 * Kills a server in the middle of a round, and waits until the rest is told: by others, from the kill on, or by the
 * server that is started in its place, from its start on. False where that was not in time.
 */
export async function killInRound(
  run: WatchRun,
  victim: ServerProcess,
  replace?: () => Promise<unknown>,
): Promise<boolean> {
  const { market, fleet, interruptions } = run;
  const shards = await readShardsOf(run, victim);
  const changedCount = await beginRound(run);
  if (changedCount === undefined) return false;
  let sinceMs = performance.now();
  await fleet.kill(victim);
  const left = await market.readLeft();
  if (replace !== undefined) {
    await replace();
    sinceMs = performance.now();
  }
  const takeoverMs = await awaitSettled(run, "after a server was killed", sinceMs);
  if (takeoverMs === undefined) return false;
  const leftCount = left.filter(({ position }) => shards.has(shardOf(position.userId))).length;
  interruptions.push({ judgedCount: changedCount - left.length, leftCount, takeoverMs });
  return true;
}

/** The shards that a server holds; the number of its process is in the name that it holds them by. */
async function readShardsOf({ market }: WatchRun, { pid }: ServerProcess): Promise<Set<number>> {
  const { store, now } = market.services;
  const { leases } = await store.readRota();
  const held = leases.filter(
    ({ holder, untilMs }) => holder.split("/")[1] === String(pid) && untilMs > now(),
  );
  return new Set(held.map(({ shard }) => shard));
}

/** A server that is told to stop gives up its leases, so that the others need not wait for their end. */
export const handedOverMsMax = 3_000;

/** Tells a server in the middle of a round to stop, and waits for the other to go on; false where that was not in time. */
export async function stopInRound(
  run: WatchRun,
  victim: ServerProcess,
  other: ServerProcess,
): Promise<boolean> {
  if ((await beginRound(run)) === undefined) return false;
  const sinceMs = performance.now();
  const stopping = run.fleet.stop(victim);
  const handedOverMs = await awaitShards(run, [other], handedOverMsMax);
  await stopping;
  if (handedOverMs === undefined) return false;
  run.handoversMs.push(handedOverMs);
  return (await awaitSettled(run, "after a server was told to stop", sinceMs)) !== undefined;
}
