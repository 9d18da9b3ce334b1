import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runOms, startNats } from "@trading-oms/scratch";
import { type BenchOptions, type Figure, format, type Measured, medianOf, quantileOf } from "../figures.ts";
import { readMegabytes, serverProgram, withFolder } from "../harness.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";
import { makeMarketInstruments } from "./market.ts";
import type { PublishOrder, PublishOutcome } from "./publisher.ts";

export const instrumentCount = 2_000;
const searchesASecond = 100;

type Extent = { readonly seconds: number; readonly roundsBefore: number; readonly rounds: number };

/** The JIT needs about half a minute to warm up; those rounds are not counted. */
const extents: Readonly<Record<"whole" | "short", Extent>> = {
  whole: { seconds: 8, roundsBefore: 1, rounds: 3 },
  short: { seconds: 3, roundsBefore: 1, rounds: 1 },
};

/** Price changes per second: `many` to measure throughput, `fewer` for latency of searches under load. */
const rates = { many: 50_000, fewer: 20_000 } as const;

type Round = {
  readonly takenASecond: number;
  readonly publishedASecond: number;
  readonly cpuUsEach: number;
  /** The share of the time, in percent, in which the server waited for its processor. */
  readonly waitedPercent: number;
  readonly idleMs: readonly number[];
  readonly loadedMs: readonly number[];
  readonly faultCount: number;
  readonly lostCount: number;
};

/** Sends price changes through a real NATS to one server on its own processor, and searches meanwhile. */
export function benchFeed({ isShort }: BenchOptions): Promise<Measured> {
  const extent = isShort ? extents.short : extents.whole;
  return withFolder(async (folder) => {
    pinThis(processors.others);
    const nats = await startNats(pinTo(processors.others));
    let publisher: Publisher | undefined;
    let server: ServerProcess | undefined;
    try {
      await importCatalog(folder);
      const [command = "", ...words] = [...pinTo(processors.server), serverProgram];
      server = await startServerProcess(command, words, {
        DATA_DIR: folder,
        FEED: nats.url,
        FEED_SIMULATED: "on",
        PORT: "0",
        LOG_LEVEL: "warn",
        RATE_LIMIT_ADDRESS: "0",
        DEMONSTRATION: "on",
        DATABASE_URL: "",
      });
      publisher = await startPublisher(nats.url);
      const rounds: Round[] = [];
      for (let round = -extent.roundsBefore; round < extent.rounds; round += 1) {
        const measured = await measureRound(server, publisher, extent.seconds);
        if (round >= 0) rounds.push(measured);
      }
      return measuredOf(rounds, await readMegabytes(server.pid));
    } finally {
      pinThis(`0-${cpus().length - 1}`);
      publisher?.stop();
      await server?.stop();
      await nats.stop();
    }
  });
}

async function measureRound(server: ServerProcess, { publish }: Publisher, seconds: number): Promise<Round> {
  const search = () => sendSearches(server.port, seconds);
  const before = await readCounts(server);
  const published = await publish({ changesASecond: rates.many, seconds });
  const after = await readCounts(server);
  const idle = await search();
  const [, loaded] = await Promise.all([publish({ changesASecond: rates.fewer, seconds }), search()]);
  const last = await readCounts(server);
  const takenCount = after.applied - before.applied;
  return {
    takenASecond: takenCount / published.seconds,
    publishedASecond: published.changeCount / published.seconds,
    cpuUsEach: (after.cpuUs - before.cpuUs) / takenCount,
    waitedPercent: (after.waitedMs - before.waitedMs) / (published.seconds * 10),
    idleMs: idle.waitsMs,
    loadedMs: loaded.waitsMs,
    faultCount: idle.faultCount + loaded.faultCount,
    lostCount: last.lost - before.lost,
  };
}

/** The server has one processor to itself; everything else shares the other. */
export const processors = { server: "1", others: "0" } as const;

export function pinTo(processor: string): string[] {
  return ["taskset", "-c", processor];
}

/** Pins this process, which sends the searches. No process here has real-time priority. */
export function pinThis(list: string): void {
  spawnSync("taskset", ["-c", "-p", list, String(process.pid)]);
}

/** The publisher runs in a separate process at low priority, so that it never delays a search. */
export type Publisher = {
  readonly publish: (order: PublishOrder) => Promise<PublishOutcome>;
  readonly stop: () => void;
};

export async function startPublisher(natsUrl: string): Promise<Publisher> {
  const [execPath = "", ...execArgv] = [
    ...["chrt", "--idle", "0"],
    ...pinTo(processors.others),
    process.execPath,
  ];
  const words = [natsUrl, String(instrumentCount)];
  const child = fork(join(import.meta.dirname, "publisher.ts"), words, { execPath, execArgv });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  await messageOf(child);
  return {
    publish: async (order) => {
      const answered = messageOf(child);
      child.send(order);
      return (await answered) as PublishOutcome;
    },
    stop: () => {
      process.off("exit", kill);
      kill();
    },
  };
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`The publisher ended with ${String(code)}.`);
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal }), ended]);
    return message;
  } finally {
    ended.catch(() => {});
    listening.abort();
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const terms = ["s", "s00", "s01", "s1", "cong ty", "s0123", "co phan s1", "15", "s09", "phan"];

/** Sends searches at a fixed rate, without waiting for earlier ones. Each finds up to ten shares that have changed. */
async function sendSearches(port: number, seconds: number) {
  const count = searchesASecond * seconds;
  const began = performance.now();
  const asked: Promise<number | undefined>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueMs = began + (index * 1_000) / searchesASecond;
    for (let nowMs = performance.now(); nowMs < dueMs; nowMs = performance.now()) await wait(dueMs - nowMs);
    // The start is measured here: timers of Node are up to a millisecond late, which is not the server's latency.
    asked.push(sendSearch(port, terms[index % terms.length] ?? "", performance.now()));
  }
  const waitsMs = (await Promise.all(asked)).filter((waited) => waited !== undefined);
  return { waitsMs, faultCount: count - waitsMs.length };
}

function sendSearch(port: number, term: string, beganMs: number): Promise<number | undefined> {
  const path = `/api/v1/MarketData/GetSymbolSearch/${encodeURIComponent(term)}`;
  return new Promise((settle) => {
    const request = get({ agent, host: "127.0.0.1", port, path }, (answer) => {
      answer.resume();
      answer.on("end", () => settle(answer.statusCode === 200 ? performance.now() - beganMs : undefined));
    });
    request.on("error", () => settle(undefined));
  });
}

async function readCounts({ pid, port }: ServerProcess) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const read = (name: string): number =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  const [, waitedNs] = (await readFile(`/proc/${pid}/schedstat`, "utf8")).split(" ");
  return {
    applied: read('oms_feed_messages_total\\{outcome="applied"\\}'),
    lost: read("oms_feed_lost_frames_total") + read("oms_feed_dropped_frames_total"),
    cpuUs: read("process_cpu_seconds_total") * 1e6,
    waitedMs: Number(waitedNs) / 1e6,
  };
}

function measuredOf(rounds: readonly Round[], megabytes: number): Measured {
  const middle = (of: (round: Round) => number): number => medianOf(rounds.map(of));
  const sum = (of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0);
  const idle = (share: number) => middle(({ idleMs }) => quantileOf(idleMs, share));
  const loaded = (share: number) => middle(({ loadedMs }) => quantileOf(loadedMs, share));
  const cpuUs = middle(({ cpuUsEach }) => cpuUsEach);
  const fewer = rates.fewer.toLocaleString("en");
  const figures: Figure[] = [
    {
      what: "changes on the board of one server, through NATS",
      value: middle(({ takenASecond }) => takenASecond),
      unit: "a second",
      atLeast: 40_000,
      beside: `published ${format(
        middle(({ publishedASecond }) => publishedASecond),
        "a second",
      )}`,
    },
    {
      what: "changes that one processor has time for",
      value: 1e6 / cpuUs,
      unit: "a second",
      beside: `${format(cpuUs, "µs")} each`,
    },
    {
      what: `searches at ${fewer} changes a second: p99`,
      value: loaded(0.99),
      unit: "ms",
      atMost: 10,
      beside: `without changes ${format(idle(0.99), "ms")}`,
    },
    {
      what: `searches at ${fewer} changes a second: p50`,
      value: loaded(0.5),
      unit: "ms",
      beside: `without changes ${format(idle(0.5), "ms")}`,
    },
    {
      what: "searches not answered",
      value: sum(({ faultCount }) => faultCount),
      unit: "requests",
      atMost: 0,
    },
    { what: "frames lost or dropped", value: sum(({ lostCount }) => lostCount), unit: "frames", atMost: 0 },
    { what: "memory of the server under the feed", value: megabytes, unit: "MB", atMost: 310 },
    {
      what: "time in which others had the server's processor",
      value: middle(({ waitedPercent }) => waitedPercent),
      unit: "%",
    },
  ];
  const bars = [
    { label: "p50, without changes", value: idle(0.5) },
    { label: `p50, ${fewer} a second`, value: loaded(0.5), isOurs: true },
    { label: "p99, without changes", value: idle(0.99) },
    { label: `p99, ${fewer} a second`, value: loaded(0.99), isOurs: true },
  ];
  return { figures, charts: [{ name: "searches", title: "Searches under a feed", unit: "ms", bars }] };
}

export async function importCatalog(folder: string): Promise<void> {
  const file = join(folder, "catalog.csv");
  const columns = [
    ...(["symbol", "exchange", "type", "name", "companyName", "sectorLevel1", "sectorLevel2"] as const),
    ...(["sectorLevel3", "industryName", "lot", "minQuantity", "maxQuantity"] as const),
  ];
  const rows = makeMarketInstruments(instrumentCount).map((instrument) =>
    [...columns.map((column) => instrument[column]), instrument.referencePrice / 1_000n].join(","),
  );
  await writeFile(file, [[...columns, "referencePrice"].join(","), ...rows, ""].join("\n"));
  await runOms({ DATA_DIR: folder }, "db", "migrate");
  await runOms({ DATA_DIR: folder }, "instruments", "import", file);
}
