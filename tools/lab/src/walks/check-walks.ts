import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openCatalog } from "@trading-oms/brokerage";
import { readNatsServers } from "@trading-oms/feed";
import { openNatsPublisher } from "@trading-oms/feed/nats";
import { type Instrument, priceStepOf } from "@trading-oms/market";
import { runOms, startNats } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import { shareClock } from "../harness/clock.ts";
import { labTest } from "../harness/lab-test.ts";
import { type ServerProcess, serverProgram, startServerProcess } from "../harness/server.ts";
import { paths } from "../harness/wire.ts";
import { readEvents } from "../live/read-stream.ts";
import { openProfiler, type Profiler } from "./open-profiler.ts";
import { compareWalk, readWalks, type WalkName } from "./read-walks.ts";

/** The most files that a walk may enter. */
const countMax: Readonly<Record<WalkName, number>> = { search: 26, cover: 46, card: 21, price: 12 };

const repository = new URL("../../../../", import.meta.url);

export const test = labTest({
  about: `Sends a search, a cover and a card to a built server that has answered such requests before, and a price of a feed to a reader of
its stream, and records by V8's coverage which files its main thread enters and does not enter when idle. They have to be those of
docs/ARCHITECTURE.md, "Four walks". nats-server has to be installed (Debian: nats-server), or named by NATS_SERVER_PATH.`,
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
  // The desk enters files of a cover once a minute, in the background.
  const settings = { ...environment, ...limits, OPERATOR: "off" };
  const requests = await profile(settings, async (server, profiler) =>
    record(profiler, await prepareWalks(server)),
  );
  const nats = await startNats();
  try {
    const price = await profile({ ...settings, FEED: nats.url }, (server, profiler) =>
      recordPrice(profiler, server, nats.url, folder),
    );
    return new Map([...requests, ...price]);
  } finally {
    await nats.stop();
  }
}

async function profile(
  settings: Readonly<Record<string, string>>,
  work: (server: ServerProcess, profiler: Profiler) => Promise<Walks>,
): Promise<Walks> {
  const launch = { command: process.execPath, words: ["--inspect=127.0.0.1:0"], entry: serverProgram };
  const server = await startServerProcess(settings, launch);
  try {
    const [address = ""] = /ws:\S+/.exec(server.complaints()) ?? [];
    const profiler = await openProfiler(address);
    const walks = await work(server, profiler);
    profiler.close();
    return walks;
  } finally {
    await server.kill();
  }
}

/** A share of HOSE that no account holds, so that its prices call nobody. */
async function findQuietShare(folder: string): Promise<Instrument> {
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  try {
    const held = await store.readHeldSymbols();
    const { book } = await openCatalog({ store, now: () => Date.now() });
    const shares = [...book.listEntries().keys()].flatMap((symbol) => book.findInstrument(symbol) ?? []);
    const quiet = shares.find(
      ({ symbol, exchange, type }) => exchange === "HOSE" && type === "stock" && !held.includes(symbol),
    );
    if (quiet === undefined) throw new Error("The demonstration holds every share of HOSE.");
    return quiet;
  } finally {
    await store.close();
  }
}

/** Publishes trades whose prices differ, each after a reader of the stream has got the one before. */
async function recordPrice(
  profiler: Profiler,
  { url }: ServerProcess,
  natsUrl: string,
  folder: string,
): Promise<Walks> {
  const share = await findQuietShare(folder);
  const { symbol, referencePrice } = share;
  const servers = readNatsServers(natsUrl);
  if (servers === undefined) throw new Error(`${natsUrl} is no address of NATS.`);
  const ending = new AbortController();
  const { signal } = ending;
  const events = readEvents(
    await fetch(`${url}/companion/v0/live?symbols=${symbol}&fields=price`, { signal }),
  );
  const isRead = async (price: bigint): Promise<void> => {
    for (;;) {
      const { done, value } = await events.next();
      if (done === true) throw new Error("The stream has ended.");
      const info = value.event === "quote" ? (value.data["info"] as { readonly lsPrc?: number }) : undefined;
      if (info?.lsPrc === Number(price) / 1_000) return;
    }
  };
  const idle = await enteredBy(profiler, () => wait(idleMs));
  const publisher = openNatsPublisher({
    ...{ servers, source: randomUUID(), isSimulated: false, heartbeatMs: 0, snapshotOf: () => undefined },
  });
  await publisher.opened;
  let seq = 0;
  const send = async (): Promise<void> => {
    seq += 1;
    const price = referencePrice + BigInt(seq % 2) * priceStepOf(share, referencePrice);
    const trade = {
      kind: "trade",
      symbol,
      seq,
      atMs: Date.now(),
      price,
      quantity: 100,
      side: "buy",
    } as const;
    publisher.publish([trade]);
    publisher.flush();
    await isRead(price);
  };
  for (let count = 0; count < warmCount; count += 1) await send();
  const price = await recordWalk(profiler, send, idle);
  await publisher.close();
  ending.abort();
  return new Map([["price", price]]);
}

type Send = () => Promise<void>;
type Sends = Readonly<Record<Exclude<WalkName, "price">, Send>>;

async function prepareWalks({ url, token }: ServerProcess): Promise<Sends> {
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

async function enteredBy(profiler: Profiler, act: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  await profiler.takeEntered();
  await act();
  await wait(endedMs);
  return profiler.takeEntered();
}

async function record(profiler: Profiler, sends: Sends): Promise<Walks> {
  for (const send of Object.values(sends)) for (let count = 0; count < warmCount; count += 1) await send();
  // The watch follows the covers for a while.
  await wait(idleMs);
  const idle = await enteredBy(profiler, () => wait(idleMs));
  const walks = new Map<WalkName, ReadonlySet<string>>();
  // Covers come last, since what follows them would be taken for a part of the next walk.
  for (const name of ["search", "card", "cover"] as const)
    walks.set(name, await recordWalk(profiler, sends[name], idle));
  return walks;
}

async function recordWalk(
  profiler: Profiler,
  send: Send,
  idle: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  // The first request after a pause may renew something.
  await send();
  const each: ReadonlySet<string>[] = [];
  for (let count = 0; count < recordedCount; count += 1) each.push(await enteredBy(profiler, send));
  const [first = new Set<string>(), ...others] = each;
  const inEach = [...first].filter((file) => others.every((other) => other.has(file)));
  return new Set(inEach.filter((file) => !idle.has(file)).sort());
}
