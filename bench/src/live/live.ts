import { connect, type Socket } from "node:net";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { moveCash, openAccount } from "@trading-oms/brokerage";
import { signTokens, startNats } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import { importCatalog, instrumentCount, pinThis, pinTo, processors, startPublisher } from "../feed/feed.ts";
import { makeMarketInstruments } from "../feed/market.ts";
import { type BenchOptions, type Figure, format, type Measured, quantileOf } from "../figures.ts";
import { loadDemonstration, readCpuUs, readMegabytes, serverProgram, withFolder } from "../harness.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";
import { servicesOf } from "../watch/store.ts";

const bareProgram = join(import.meta.dirname, "bare.ts");
const settings = {
  PORT: "0",
  LOG_LEVEL: "error",
  RATE_LIMIT_ADDRESS: "0",
  STREAMS_PER_USER: "0",
  STREAMS_PER_ADDRESS: "0",
  DEMONSTRATION: "on",
  DATABASE_URL: "",
  FEED: "none",
  FEED_SIMULATED: "on",
};

/** What streams cost at rest and under a feed, and how soon a commit arrives. */
export async function benchLive({ isShort }: BenchOptions): Promise<Measured> {
  const idleCount = isShort ? 1_000 : 5_000;
  const readerCount = isShort ? 200 : 1_000;
  return {
    figures: [
      ...(await measureIdle(idleCount)),
      ...(await measureUnderFeed(readerCount, isShort ? 5 : 15)),
      ...(await measureCommits(isShort ? 40 : 200)),
    ],
  };
}

async function measureIdle(count: number): Promise<Figure[]> {
  const ours = await withFolder(async (folder) => {
    await loadDemonstration({ DATA_DIR: folder });
    const server = await startServerProcess(serverProgram, [], { ...settings, DATA_DIR: folder });
    return weighStreams(server, "/companion/v0/live?symbols=FPT", count);
  });
  const bare = await weighStreams(await startServerProcess(process.execPath, [bareProgram], {}), "/", count);
  const all = count.toLocaleString("en");
  return [
    {
      what: `what ${all} idle streams add to a server at rest`,
      value: ours,
      unit: "MB",
      atMost: (150 * count) / 5_000,
      beside: `bare node:http ${format(bare, "MB")}`,
    },
  ];
}

/** Opens streams, waits for a ping, and returns how much the memory of the process has grown. */
async function weighStreams(server: ServerProcess, path: string, count: number): Promise<number> {
  try {
    await wait(2_000);
    const before = await readMegabytes(server.pid);
    const sockets: Socket[] = [];
    for (let opened = 0; opened < count; opened += 100) {
      sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => openStream(server.port, path)))));
    }
    await wait(17_000);
    const grown = (await readMegabytes(server.pid)) - before;
    for (const socket of sockets) socket.destroy();
    return grown;
  } finally {
    await server.stop();
  }
}

type Take = (part: Buffer) => void;

/** Resolves when the answer has begun. */
function openStream(port: number, path: string, take: Take = () => {}, token?: string): Promise<Socket> {
  return new Promise((settle, reject) => {
    const socket = connect(port, "127.0.0.1");
    const authorization = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
    socket.on("connect", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n`),
    );
    socket.on("error", reject);
    socket.on("data", (part: Buffer) => {
      take(part);
      settle(socket);
    });
  });
}

const symbolsEach = 20;
const changesASecond = 20_000;
/** Readers whose events are read; of the others only bytes are counted. */
const sampleCount = 20;

/** Readers under a feed, then a bare writer of as many bytes in as many writes. */
function measureUnderFeed(readerCount: number, seconds: number): Promise<Figure[]> {
  return withFolder(async (folder) => {
    pinThis(processors.others);
    const nats = await startNats(pinTo(processors.others));
    try {
      await importCatalog(folder);
      const [command = "", ...words] = [...pinTo(processors.server), serverProgram];
      const environment = { ...settings, DATA_DIR: folder, FEED: nats.url };
      const server = await startServerProcess(command, words, environment);
      const publisher = await startPublisher(nats.url);
      const symbols = makeMarketInstruments(instrumentCount).map(({ symbol }) => symbol);
      await publisher.publish({ changesASecond, seconds: 3 });
      const ours = await measureReaders(server, {
        count: readerCount,
        pathOf: (index) => {
          const own = Array.from(
            { length: symbolsEach },
            (_, at) => symbols[(index * 7 + at * 97) % symbols.length],
          );
          return `/companion/v0/live?symbols=${own.join(",")}`;
        },
        work: () => publisher.publish({ changesASecond, seconds }),
      });
      const feedAlone = await measureReaders(server, {
        count: 0,
        pathOf: () => "",
        work: () => publisher.publish({ changesASecond, seconds }),
      });
      publisher.stop();
      await server.stop();
      const everyMs = Math.max(1, Math.round((ours.seconds * 1_000 * readerCount) / ours.writeCount));
      const bytes = Math.round(ours.byteCount / ours.writeCount);
      const [bareCommand = "", ...bareWords] = [...pinTo(processors.server), process.execPath, bareProgram];
      const bareServer = await startServerProcess(bareCommand, bareWords, {});
      const bare = await measureReaders(bareServer, {
        count: readerCount,
        pathOf: () => `/?bytes=${bytes}&everyMs=${everyMs}`,
        work: () => wait(seconds * 1_000),
      });
      await bareServer.stop();
      const oursUs = (ours.cpuMs / ours.seconds - feedAlone.cpuMs / feedAlone.seconds) / ours.byteCount;
      const ratio = (oursUs * ours.seconds) / (bare.cpuMs / bare.byteCount);
      const readers = readerCount.toLocaleString("en");
      return [
        {
          what: `from the feed to ${readers} readers of ${symbolsEach} symbols: p99`,
          value: quantileOf(ours.lateMs, 0.99),
          unit: "ms",
          atMost: 250,
          beside: `p50 ${format(quantileOf(ours.lateMs, 0.5), "ms")}`,
        },
        {
          what: "processor time of a byte sent, beyond the feed's, of a bare writer's",
          value: ratio,
          unit: "×",
          atMost: 2,
          beside: `${format(ours.byteCount / ours.seconds / 1e6, "MB/s")} in ${format(ours.writeCount / ours.seconds, "a second")} writes, the server busy ${format((100 * ours.cpuMs) / ours.seconds / 1_000, "%")}`,
        },
      ];
    } finally {
      pinThis(`0-${cpus().length - 1}`);
      await nats.stop();
    }
  });
}

type Readers = {
  readonly count: number;
  readonly pathOf: (index: number) => string;
  readonly work: () => Promise<unknown>;
};

async function measureReaders(server: ServerProcess, { count, pathOf, work }: Readers) {
  const lateMs: number[] = [];
  let isCounting = false;
  let byteCount = 0;
  let writeCount = 0;
  const takeOf = (index: number): Take => {
    let text = "";
    return (part) => {
      if (!isCounting) return;
      byteCount += part.length;
      writeCount += 1;
      if (index >= sampleCount) return;
      text += part.toString();
      const nowMs = Date.now();
      for (const [, time] of text.matchAll(/"isFull":false,"info":\{[^}]*"time":(\d+)/g)) {
        lateMs.push(nowMs - Number(time));
      }
      text = text.slice(-200).includes("\n\n") ? "" : text.slice(text.lastIndexOf("\n\n") + 2);
    };
  };
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 50) {
    const some = Array.from({ length: Math.min(50, count - index) }, (_, at) =>
      openStream(server.port, pathOf(index + at), takeOf(index + at)),
    );
    sockets.push(...(await Promise.all(some)));
  }
  await wait(1_000);
  isCounting = true;
  const [beganMs, beforeUs] = [performance.now(), await readCpuUs(server.pid)];
  await work();
  const cpuMs = ((await readCpuUs(server.pid)) - beforeUs) / 1_000;
  isCounting = false;
  const seconds = (performance.now() - beganMs) / 1_000;
  for (const socket of sockets) socket.destroy();
  return { lateMs, byteCount, writeCount, cpuMs, seconds };
}

/** A cover in the server itself, and a deposit by another process: from their answers until the reader has the event. */
function measureCommits(count: number): Promise<Figure[]> {
  return withFolder(async (folder) => {
    await loadDemonstration({ DATA_DIR: folder });
    const server = await startServerProcess(serverProgram, [], {
      ...settings,
      RATE_LIMIT_USER: "0",
      DATA_DIR: folder,
    });
    const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
    const services = { ...servicesOf(store), now: () => Date.now() };
    const users = Array.from({ length: 50 }, (_, index) => ({
      userId: `u-${index}`,
      accountId: `BENCH-${index}`,
    }));
    for (const key of users) await openAccount(services, key);
    const tokens = await signTokens({ DATA_DIR: folder }, [...users.map(({ userId }) => userId), "demo"]);
    const waiting = new Map<string, (atMs: number) => void>();
    const arrive = (name: string): void => {
      waiting.get(name)?.(performance.now());
      waiting.delete(name);
    };
    const sockets = await Promise.all(
      users.map(({ userId }) =>
        openStream(
          server.port,
          "/companion/v0/live",
          (part) => part.includes("event: notification") && arrive(userId),
          tokens.get(userId),
        ),
      ),
    );
    const covered = "/companion/v0/live?accounts=888C000018";
    const token = tokens.get("demo") ?? "";
    sockets.push(
      await openStream(
        server.port,
        covered,
        (part) => part.includes("event: account") && arrive("cover"),
        token,
      ),
    );
    await wait(2_000);
    const awaitArrival = (name: string): Promise<number> =>
      new Promise((settle) => {
        waiting.set(name, settle);
      });
    const elsewhereMs: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const key = users[index % users.length] ?? { userId: "", accountId: "" };
      const arrived = awaitArrival(key.userId);
      await moveCash(services, { key, kind: "deposit", amountVnd: 1n });
      const doneMs = performance.now();
      elsewhereMs.push((await arrived) - doneMs);
    }
    const hereMs: number[] = [];
    for (let index = 0; index < Math.max(10, count / 10); index += 1) {
      const arrived = awaitArrival("cover");
      const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/users/covered-margin-call`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ accountId: "888C000018", symbol: "VCB", amount: 1_000 + index }),
      });
      await answer.text();
      const doneMs = performance.now();
      hereMs.push(Math.max(0, (await arrived) - doneMs));
      await wait(1_100);
    }
    for (const socket of sockets) socket.destroy();
    await store.close();
    await server.stop();
    return [
      {
        what: "a commit in the same server until its reader has it: p99",
        value: quantileOf(hereMs, 0.99),
        unit: "ms",
        atMost: 100,
      },
      {
        what: "a commit in another process: p99",
        value: quantileOf(elsewhereMs, 0.99),
        unit: "ms",
        atMost: 500,
        beside: `p50 ${format(quantileOf(elsewhereMs, 0.5), "ms")}`,
      },
    ];
  });
}
