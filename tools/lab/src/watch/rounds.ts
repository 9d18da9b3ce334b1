import { setTimeout as wait } from "node:timers/promises";
import { shardOf } from "@trading-oms/brokerage";
import { type ServerProcess, startServerProcess } from "../ground/server.ts";
import type { ExpectedPosition, WatchedMarket } from "./market.ts";

const lookMs = 10;

/** Looks until something is so, and tells how long after a moment it was seen; undefined where that was too late. */
export async function measureUntil(
  isSo: () => Promise<boolean>,
  { sinceMs, elapsedMsMax }: { readonly sinceMs: number; readonly elapsedMsMax: number },
): Promise<number | undefined> {
  for (;;) {
    const isSoNow = await isSo();
    const elapsedMs = performance.now() - sinceMs;
    if (elapsedMs > elapsedMsMax) return undefined;
    if (isSoNow) return elapsedMs;
    await wait(lookMs);
  }
}

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
export type Interruption = {
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

/** Servers on one database, of which some may be killed. */
type Fleet = {
  /** Starts a server, and waits until it says that it is ready. */
  readonly start: () => Promise<ServerProcess>;
  readonly kill: (server: ServerProcess) => Promise<void>;
  /** Sends SIGTERM, and waits for the end. */
  readonly stop: (server: ServerProcess) => Promise<void>;
  /** Ends those that are still there. */
  readonly stopAll: () => Promise<void>;
  /** What servers did that they should not have. */
  readonly faults: () => readonly string[];
};

/** Opens a fleet without any server in it. */
export function openFleet(environment: Readonly<Record<string, string>>): Fleet {
  const alive = new Set<ServerProcess>();
  const faults: string[] = [];
  const end = (server: ServerProcess): void => {
    alive.delete(server);
    const complaints = server.complaints();
    if (complaints !== "") faults.push(`a server complained: ${complaints.slice(0, 1_000)}`);
  };
  const stop = async (server: ServerProcess): Promise<void> => {
    const { code } = await server.stop();
    if (code !== 0) faults.push(`a server that was told to stop ended with ${code}`);
    end(server);
  };
  return {
    start: async () => {
      // How long connections are let in after SIGTERM is a matter of balancers, of which there are none.
      const server = await startServerProcess({ ...environment, DRAIN_DELAY_MS: "0" });
      alive.add(server);
      const { status } = await fetch(`http://127.0.0.1:${server.port}/readyz`);
      if (status !== 200)
        faults.push(`a server that listens answered ${status} when asked whether it is ready`);
      return server;
    },
    kill: async (server) => {
      await server.kill();
      end(server);
    },
    stop,
    stopAll: async () => {
      await Promise.all([...alive].map(stop));
    },
    faults: () => faults,
  };
}

/** Reads how many shards a server watches, as it tells whoever monitors it. */
export async function readShardCount({ port }: Pick<ServerProcess, "port">): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const count = /^oms_watch_shards (\d+)$/m.exec(await answer.text())?.[1];
  if (count === undefined) throw new Error("The server does not tell how many shards it watches.");
  return Number(count);
}

const shardCount = 64;

/** A lease that is over and two turns of whoever takes it, or gives it up to who has joined, and time to spare. */
export const sharedMsMax = 15_000;

/** Among whom the shards have to be shared, and until when. */
type ShardQuestion = {
  readonly servers: readonly ServerProcess[];
  readonly sinceMs: number;
  readonly elapsedMsMax: number;
};

/** Waits until servers hold all shards among them, as many each; where that is late it is a fault. */
export async function awaitShards(
  { faults }: WatchRun,
  { servers, sinceMs, elapsedMsMax }: ShardQuestion,
): Promise<number | undefined> {
  let counts: readonly number[] = [];
  const areShared = async (): Promise<boolean> => {
    counts = await Promise.all(servers.map(readShardCount));
    return counts.every((count) => count === shardCount / servers.length);
  };
  const elapsedMs = await measureUntil(areShared, { sinceMs, elapsedMsMax });
  if (elapsedMs === undefined) {
    faults.push(
      `after ${elapsedMsMax / 1_000} s ${servers.length} servers hold ${counts.join(" and ")} shards`,
    );
  }
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

/** Percents of a round between which it is left in the middle. */
const judgedPercentMin = 10;
const judgedPercentMax = 50;

/**
 * Moves the market, and comes back while some of what follows is told and some is not; gives for how many positions
 * something follows, or undefined where nothing came in time.
 */
export async function beginRound({
  market,
  faults,
}: Pick<WatchRun, "market" | "faults">): Promise<number | undefined> {
  const percent = judgedPercentMin + market.dice(judgedPercentMax - judgedPercentMin);
  const changedCount = await market.move();
  const isInMiddle = async (): Promise<boolean> =>
    (await market.readLeft()).length * 100 <= changedCount * (100 - percent);
  const limit = { sinceMs: performance.now(), elapsedMsMax: settledMsMax };
  if ((await measureUntil(isInMiddle, limit)) !== undefined) return changedCount;
  faults.push(`not even ${percent} % of a round were judged within ${settledMsMax / 1_000} s`);
  return undefined;
}

/** So long after prices have changed, or a watcher has died, all that follows has to be told. */
export const settledMsMax = 10_000;

/** What comes later than that is a fault either way; whether it ever comes shows what kind of fault. */
const lateMsMax = 40_000;

const namesShownMax = 10;

/** Moves the market, and waits until all that follows is told; false where it was not in time. */
export async function playRound(run: Pick<WatchRun, "market" | "faults">): Promise<boolean> {
  await run.market.move();
  return (await awaitSettled(run, "after prices were set", performance.now())) !== undefined;
}

/** Waits until every position is judged as it has to be, and tells after how long; where that is late it is a fault. */
export async function awaitSettled(
  { market, faults }: Pick<WatchRun, "market" | "faults">,
  when: string,
  sinceMs: number,
): Promise<number | undefined> {
  const isSettled = async (): Promise<boolean> => (await market.readLeft()).length === 0;
  const elapsedMs = await measureUntil(isSettled, { sinceMs, elapsedMsMax: settledMsMax });
  if (elapsedMs !== undefined) return elapsedMs;
  const left = await market.readLeft();
  const lateMs = await measureUntil(isSettled, { sinceMs, elapsedMsMax: lateMsMax });
  faults.push(
    `${left.length} positions were not judged as they have to be ${seconds(settledMsMax)} ${when}, ` +
      `${lateMs === undefined ? `nor after ${seconds(lateMsMax)}` : `but after ${seconds(lateMs)}`}: ${list(left)}`,
  );
  return undefined;
}

function list(left: readonly ExpectedPosition[]): string {
  const names = left.map(({ position: { userId, accountId, traded } }) => {
    return `${accountId}/${traded.symbol} in shard ${shardOf(userId)}`;
  });
  return [...names.slice(0, namesShownMax), ...(names.length > namesShownMax ? ["…"] : [])].join(", ");
}

function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1_000).toFixed(1)} s`;
}

/**
 * Kills a server in the middle of a round, and waits until the rest is told: by others, from the kill on, or by whoever
 * is started in its place, from then on. False where that was not in time.
 */
export async function killInRound(
  run: WatchRun,
  victim: ServerProcess,
  replace: (() => Promise<unknown>) | undefined,
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

/** Who is told to stop says so to the others, so that they need not wait for the end of its leases. */
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
  const handedOverMs = await awaitShards(run, { servers: [other], sinceMs, elapsedMsMax: handedOverMsMax });
  await stopping;
  if (handedOverMs === undefined) return false;
  run.handoversMs.push(handedOverMs);
  return (await awaitSettled(run, "after a server was told to stop", sinceMs)) !== undefined;
}
