import {
  type BenchOptions,
  type Chart,
  type Figure,
  format,
  type Measured,
  medianOf,
  quantileOf,
} from "../figures.ts";
import { openDemonstration, runModule, serverProgram, withFolder } from "../harness.ts";
import { startServerProcess } from "../server-process.ts";
import type { LoadOrder, LoadResult } from "./load-client.ts";
import type { Probe, ProbeOrder } from "./probe.ts";

/** The costliest read: 50 notifications of the demonstration, with a token. Those who send it are no bottleneck. */
const path = "/api/v1/notifications?limit=50";
const levels = [50, 2_000] as const;
/** More than the server serves, of what 50 connections get that wait for each answer. */
const excess = 2;
const extents = { whole: { rounds: 3, seconds: 8 }, short: { rounds: 1, seconds: 4 } };
/** Good answers, of those that 50 connections get which wait for each answer. The rest is what rounds differ by. */
const servedShareMin = 0.9;
/** How long probes go on after the load. */
const afterS = 3;
const probeEveryMs = 50;
const ordinaryEveryMs = 25;
/** An ordinary request is answered within this time when the server has recovered. */
const ordinaryMsMax = 250;

/** The rounds of one number of connections. */
type Level = { readonly connectionCount: number; readonly rounds: readonly Round[] };

type Round = {
  readonly goodPerS: number;
  readonly shedPerS: number;
  readonly otherCount: number;
  readonly resetCount: number;
  readonly misshapenCount: number;
  readonly goodMs: LoadResult["goodMs"];
  readonly probeMs: { readonly p50: number; readonly p99: number };
  readonly failedProbeCount: number;
  readonly recoveryS: number;
  readonly senderShare: number;
};

/**
 * Twice as many requests as the server can serve, due at fixed times, over ever more connections. A request whose
 * connection still waits for an answer is sent after it, and counts from when it was due.
 */
export function benchOverload({ isShort }: BenchOptions): Promise<Measured> {
  return withFolder(async (folder) => {
    const environment = {
      DATA_DIR: folder,
      PORT: "0",
      LOG_LEVEL: "info",
      RATE_LIMIT_USER: "0",
      RATE_LIMIT_ADDRESS: "0",
      DATABASE_URL: "",
      DEMONSTRATION: "on",
      FEED: "none",
    };
    const token = await openDemonstration(environment);
    const server = await startServerProcess(serverProgram, [], environment);
    const { rounds, seconds } = isShort ? extents.short : extents.whole;
    const target = { port: server.port, path, token, seconds };
    try {
      const served: number[] = [];
      const levelsOf = new Map<number, Round[]>(levels.map((count) => [count, []]));
      await sendLoad({ ...target, connectionCount: 50, rate: 0 });
      for (let round = 0; round < rounds; round += 1) {
        const { statuses } = await sendLoad({ ...target, connectionCount: 50, rate: 0 });
        served.push((statuses["200"] ?? 0) / seconds);
        for (const [connectionCount, all] of levelsOf) {
          all.push(
            await overload({ ...target, connectionCount, rate: Math.round(medianOf(served) * excess) }),
          );
        }
      }
      const all = [...levelsOf].map(([connectionCount, each]) => ({ connectionCount, rounds: each }));
      return { figures: figuresOf(all, medianOf(served)), charts: chartsOf(all) };
    } finally {
      await server.stop();
    }
  });
}

function sendLoad(order: LoadOrder): Promise<LoadResult> {
  return runModule("overload/load-client.ts", order, { flags: [] });
}

async function overload(order: LoadOrder): Promise<Round> {
  const { port, token, seconds } = order;
  const probe = (given: Pick<ProbeOrder, "path" | "everyMs" | "token">): Promise<Probe[]> =>
    runModule("overload/probe.ts", { ...given, port, seconds: seconds + afterS }, { flags: [] });
  const [load, health, ordinary] = await Promise.all([
    sendLoad(order),
    probe({ path: "/healthz", everyMs: probeEveryMs }),
    probe({ path, everyMs: ordinaryEveryMs, token }),
  ]);
  const { statuses, resetCount, misshapenCount, goodMs, busyShare, beganAtMs, endedAtMs } = load;
  const { 200: good = 0, 503: shed = 0, ...others } = statuses;
  const during = health.filter(({ dueAtMs }) => dueAtMs >= beganAtMs && dueAtMs < endedAtMs);
  const probeMs = during.map(({ status, elapsedMs }) =>
    status === 200 ? elapsedMs : Number.POSITIVE_INFINITY,
  );
  const lastBad = ordinary.findLast(
    ({ dueAtMs, status, elapsedMs }) => dueAtMs >= endedAtMs && (status !== 200 || elapsedMs > ordinaryMsMax),
  );
  return {
    goodPerS: good / seconds,
    shedPerS: shed / seconds,
    otherCount: Object.values(others).reduce((sum, count) => sum + count, 0),
    resetCount,
    misshapenCount,
    goodMs,
    probeMs: { p50: quantileOf(probeMs, 0.5), p99: quantileOf(probeMs, 0.99) },
    failedProbeCount: during.filter(({ status }) => status !== 200).length,
    recoveryS: lastBad === undefined ? 0 : (lastBad.dueAtMs + ordinaryEveryMs - endedAtMs) / 1_000,
    senderShare: busyShare,
  };
}

function figuresOf(all: readonly Level[], served: number): Figure[] {
  const servedMin = served * servedShareMin;
  return [
    { what: "50 connections that wait for each answer: good answers", value: served, unit: "a second" },
    ...all.flatMap(({ connectionCount, rounds }) => {
      const name = `${connectionCount.toLocaleString("en")} connections`;
      const median = (read: (round: Round) => number): number => medianOf(rounds.map(read));
      const sum = (read: (round: Round) => number): number =>
        rounds.reduce((total, each) => total + read(each), 0);
      const goodPerS = median((round) => round.goodPerS);
      const shed = format(
        median((round) => round.shedPerS),
        "a second",
      );
      const [p50, p99] = [median(({ goodMs }) => goodMs.p50), median(({ goodMs }) => goodMs.p99)];
      return [
        {
          what: `${name}: good answers`,
          value: goodPerS,
          unit: "a second",
          atLeast: servedMin,
          beside: `shed ${shed}; from the due time p50 ${format(p50, "ms")}, p99 ${format(p99, "ms")}; the sender computed ${format(median((round) => round.senderShare) * 100, "%")} of the time`,
        },
        {
          what: `${name}: p99 of /healthz over new connections, worst round`,
          value: Math.max(...rounds.map(({ probeMs }) => probeMs.p99)),
          unit: "ms",
          atMost: 250,
          beside: `p50 ${format(
            median(({ probeMs }) => probeMs.p50),
            "ms",
          )}; each round's p99 ${rounds.map(({ probeMs }) => format(probeMs.p99, "ms")).join(", ")}`,
        },
        {
          what: `${name}: resets, failed probes, and answers other than 200 and the agreed 503`,
          value: sum(
            (round) => round.resetCount + round.failedProbeCount + round.otherCount + round.misshapenCount,
          ),
          unit: "requests",
          atMost: 0,
        },
        {
          what: `${name}: recovered after the load`,
          value: median((round) => round.recoveryS),
          unit: "s",
          atMost: 1,
        },
      ];
    }),
  ];
}

function chartsOf(all: readonly Level[]): Chart[] {
  const bars = all.map(({ connectionCount, rounds }) => ({
    label: `${connectionCount.toLocaleString("en")} connections`,
    value: Math.max(...rounds.map(({ probeMs }) => probeMs.p99)),
    isOurs: true,
  }));
  return [{ name: "healthz", title: "p99 of /healthz while overloaded, worst round", unit: "ms", bars }];
}
