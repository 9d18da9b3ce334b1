import { shardOf } from "@trading-oms/brokerage";
import { measureUntil, seconds } from "../harness/figures.ts";
import {
  awaitShares,
  checkQuiet,
  type ServerProcess,
  startServerProcess,
  stopInPeace,
} from "../harness/server.ts";
import type { WatchedMarket } from "./market.ts";

/** The state of a run. */
export type WatchRun = {
  readonly market: WatchedMarket;
  readonly fleet: Fleet;
  readonly killCount: number;
  readonly interruptions: Interruption[];
  /** How long each handover took, from the stop of a server until another held its shards. */
  readonly handoversMs: number[];
  /** What was late. The first fault ends the run, since later rounds would be unclear. */
  readonly faults: string[];
};

/** A kill in the middle of a round. */
type Interruption = {
  /** The positions judged before the kill. */
  readonly judgedCount: number;
  /** The positions left in the shards of the killed server. */
  readonly leftCount: number;
  /** The time until the rest of the round was judged. */
  readonly takeoverMs: number;
};

/** Whether the server was killed after a part of the round was judged, and left another part. */
export function wasInMiddle({ judgedCount, leftCount }: Interruption): boolean {
  return judgedCount > 0 && leftCount > 0;
}

type Fleet = ReturnType<typeof openFleet>;

/** A server that listens reads the positions of its shards before it is ready. */
const readyMsMax = 5_000;

/** Servers on one database that may be killed, and their faults. */
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
      // Draining serves load balancers; there are none here.
      const server = await startServerProcess({ ...environment, DRAIN_DELAY_MS: "0" });
      alive.add(server);
      const isReady = async () => (await fetch(`${server.url}/readyz`)).ok;
      const limit = { sinceMs: performance.now(), elapsedMsMax: readyMsMax };
      if ((await measureUntil(isReady, limit)) === undefined)
        faults.push(`a server was not ready ${readyMsMax} ms after it listened`);
      return server;
    },
    kill: async (server: ServerProcess): Promise<void> => {
      alive.delete(server);
      await server.kill();
      faults.push(...checkQuiet(server));
    },
    stopAll: async (): Promise<void> => {
      await Promise.all([...alive].map(stop));
    },
  };
}

/** A lease must expire, and another server needs two turns to take it; the rest is a margin. */
const sharedMsMax = 15_000;

/** Waits until servers share all shards evenly. Reports a fault if that takes too long. */
export async function areShared(run: WatchRun, servers: readonly ServerProcess[]): Promise<boolean> {
  return (await awaitShares(servers, sharedMsMax, run.faults)) !== undefined;
}

/** A kill may come after the round is over; it is then repeated, up to this many times. */
const killsInVainMax = 4;

/** Whether to kill another server: up to the requested number, and then until one kill was in the middle of a round. */
export function isKillDue({
  killCount,
  interruptions,
}: Pick<WatchRun, "killCount" | "interruptions">): boolean {
  if (interruptions.length < killCount) return true;
  return interruptions.length < killCount + killsInVainMax && !interruptions.some(wasInMiddle);
}

/** The state of a round, here and in the cluster test. */
type Round = Pick<WatchRun, "market" | "faults">;

/** The range of progress, in percent, at which a round is interrupted. */
const judgedPercentMin = 10;
const judgedPercentMax = 50;

/**
 * Moves the market, and returns in the middle of the consequences. Returns the number of positions that change, or
 * undefined if nothing happened in time.
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

/** The time limit for all notifications after prices have changed or a watcher has died. */
export const settledMsMax = 10_000;

/** Later notifications are a fault, but whether they come at all shows which kind. */
const lateMsMax = 40_000;

const namesShownMax = 10;

/** Moves the market and waits for all notifications. Returns false if they are late. */
export async function playRound(round: Round): Promise<boolean> {
  await round.market.move();
  return (await awaitSettled(round, "after prices were set", performance.now())) !== undefined;
}

/**
 * Waits until every position is judged as expected, and returns the elapsed time. Reports a fault if that takes too
 * long.
 */
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

/** Kills a server in the middle of a round and waits until others have judged the rest. Returns false if that takes too long. */
export async function killInRound(run: WatchRun, victim: ServerProcess): Promise<boolean> {
  const { market, fleet, interruptions } = run;
  const shards = await readShardsOf(run, victim);
  const changedCount = await beginRound(run);
  if (changedCount === undefined) return false;
  const sinceMs = performance.now();
  await fleet.kill(victim);
  const left = await market.readLeft();
  const takeoverMs = await awaitSettled(run, "after a server was killed", sinceMs);
  if (takeoverMs === undefined) return false;
  const leftCount = left.filter(({ position }) => shards.has(shardOf(position.userId))).length;
  interruptions.push({ judgedCount: changedCount - left.length, leftCount, takeoverMs });
  return true;
}

/** The shards of a server. Its process id is part of the name of the lease holder. */
async function readShardsOf({ market }: WatchRun, { pid }: ServerProcess): Promise<Set<number>> {
  const { store, now } = market.services;
  const { leases } = await store.readRota();
  const held = leases.filter(
    ({ holder, untilMs }) => holder.split("/")[1] === String(pid) && untilMs > now(),
  );
  return new Set(held.map(({ shard }) => shard));
}

/** A server releases its leases when it stops, so that others need not wait for their expiry. */
export const handedOverMsMax = 3_000;

/**
 * Stops a server in the middle of a round and waits for the other to continue. Returns false if that takes too long.
 */
export async function stopInRound(
  run: WatchRun,
  victim: ServerProcess,
  other: ServerProcess,
): Promise<boolean> {
  if ((await beginRound(run)) === undefined) return false;
  const sinceMs = performance.now();
  const stopping = run.fleet.stop(victim);
  const handedOverMs = await awaitShares([other], handedOverMsMax, run.faults);
  await stopping;
  if (handedOverMs === undefined) return false;
  run.handoversMs.push(handedOverMs);
  return (await awaitSettled(run, "after a server was told to stop", sinceMs)) !== undefined;
}
