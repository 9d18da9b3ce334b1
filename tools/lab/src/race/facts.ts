/** Prices by hand, halts, reference prices and rates: each decides from the moment it is set or stored, whoever set it. */
import { setTimeout as wait } from "node:timers/promises";
import {
  findInstrument,
  moveCash,
  openAccount,
  type Services,
  setCover,
  setPosition,
  setPrice,
  setRates,
} from "@trading-oms/brokerage";
import { calendarDateOf, readQuoteDay } from "@trading-oms/market";
import { runOms, signTokens } from "@trading-oms/scratch";
import { listRecords, makeRecord, need, readAllNotifications } from "../harness/accounts.ts";
import { measureUntil } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { type ServerProcess, startServerProcess, stopInPeace } from "../harness/server.ts";
import { type Connection, openKeptConnection, writeRequest } from "../harness/wire.ts";
import { type RacedPosition, requestOf } from "./covers.ts";
import { openLateFeed } from "./falls.ts";

/** Who sets a price and who decides on it: a server with the feed, one without, or a command. */
const actors = ["with the feed", "without a feed", "a command"] as const;
type Actor = (typeof actors)[number];

/** Positions in symbols of their own, so that rounds can run side by side. */
const laneCount = 10;
const userId = "racer-1";
const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 200_000n };
const [highPrice, lowPrice] = [21_500_000n, 20_000_000n];
const coveredVnd = 1_000_000;
const storedMsMax = 10_000;

type Lane = RacedPosition & { readonly index: number };

type FactsWorld = {
  readonly services: Services;
  /** Sets the covered amount, and returns the code of a refusal, or "success". */
  readonly cover: (by: Actor, lane: Lane, amountVnd: number) => Promise<string>;
  readonly setByHand: (by: Actor, symbol: string, price: bigint) => Promise<void>;
  readonly publish: Awaited<ReturnType<typeof openLateFeed>>["publish"];
  readonly expect: (what: string, wanted: string, found: string) => void;
};

/**
 * On 1,000 shares entered at 25,000, half of it posted and 1,000,000 covered, nothing may be lowered at 20,000, and all at 21,500.
 */
export async function decideOnNewest(
  services: Services,
  environment: Readonly<Record<string, string>>,
  { facts }: { readonly facts: number },
): Promise<Verdict> {
  const lanesOf = (kind: string): Lane[] =>
    Array.from({ length: laneCount }, (_, index) => ({
      ...{ userId, accountId: `${kind}-${index}`, symbol: `${kind}${index}` },
      index,
    }));
  const lanes = { H: lanesOf("H"), D: lanesOf("D") };
  const all = [...lanes.H, ...lanes.D];
  await listRecords(
    services,
    all.map(({ symbol }) => makeRecord(symbol)),
  );
  for (const { accountId, symbol } of all) {
    need(await openAccount(services, { userId, accountId }));
    const key = { userId, accountId };
    need(await moveCash(services, { key, kind: "deposit", amountVnd: 21_000_000n }));
    need(await setRates(services, { level: "symbol", name: symbol, rates }));
    need(await setPosition(services, { ...key, symbol }, { quantity: 1_000n, price: 25_000_000n }));
  }
  const listed = await Promise.all(all.map(({ symbol }) => findInstrument(services, symbol)));
  const feed = await openLateFeed(
    listed.filter((each) => each !== undefined),
    () => 0,
  );
  const settings = { ...environment, OPERATOR: "on", RATE_LIMIT_OPERATOR: "0" };
  const tokens = {
    owner: (await signTokens(environment, [userId])).get(userId) ?? "",
    operator: (
      await runOms(environment, "token", "--user", "lan", "--role", "operator", "--ttl", "1h")
    ).trim(),
  };
  const servers: ServerProcess[] = [];
  const faults: string[] = [];
  try {
    servers.push(
      await startServerProcess({ ...settings, FEED: feed.url }),
      await startServerProcess(settings),
    );
    const counts = { decided: 0, older: 0 };
    const world: FactsWorld = {
      ...makeActors(services, servers, tokens),
      publish: feed.publish,
      expect: (what, wanted, found) => {
        counts.decided += 1;
        if (found === wanted) return;
        counts.older += 1;
        if (faults.length < 20) faults.push(`${what}: ${found} and not ${wanted}`);
      },
    };
    const rounds = Math.ceil(facts / laneCount);
    await Promise.all(lanes.H.map((lane) => setPricesByHand(world, lane, rounds)));
    faults.push(...(await raiseRates(world, lanes.H, rounds)));
    await Promise.all(lanes.H.map((lane) => haltAndResume(world, lane, rounds)));
    await Promise.all(lanes.D.map((lane) => moveReferences(world, lane, rounds)));
    await startWhileHalted(world, settings, tokens, { ...(lanes.H[0] as Lane), seq: 2 * rounds + 1 });
    for (const server of servers.splice(0)) faults.push(...(await stopInPeace(server)));
    const line = `${facts} prices by hand, halts, reference prices and rises of a rate each: ${counts.decided} decisions at two servers and a command, ${counts.older} on older facts`;
    return { line, faults };
  } finally {
    for (const server of servers) await server.kill();
    await feed.close();
  }
}

type Tokens = { readonly owner: string; readonly operator: string };

function makeActors(services: Services, servers: readonly ServerProcess[], tokens: Tokens) {
  const [withFeed, without] = servers.map(({ port }) => ({
    owner: Array.from({ length: 2 * laneCount }, () => openKeptConnection(port)),
    operator: Array.from({ length: 2 * laneCount }, () => openKeptConnection(port)),
  }));
  const connectionOf = (by: Actor, kind: keyof Tokens, index: number): Connection | undefined =>
    (by === "with the feed" ? withFeed : by === "without a feed" ? without : undefined)?.[kind][index];
  let count = 0;
  return {
    services,
    cover: async (by: Actor, lane: Lane, amountVnd: number): Promise<string> => {
      count += 1;
      const requestId = `facts.${count}`;
      const connection = connectionOf(by, "owner", lane.index);
      if (connection !== undefined)
        return coverAt(connection, { lane, amountVnd, token: tokens.owner, requestId });
      const order = { ...lane, amountVnd: BigInt(amountVnd), requestId };
      const done = await setCover(services, { ...order, actor: { kind: "user", name: userId } });
      return done.kind === "refused" ? done.code : (done.code?.replaceAll("-", "_") ?? "success");
    },
    setByHand: async (by: Actor, symbol: string, price: bigint): Promise<void> => {
      const connection = connectionOf(by, "operator", Number(symbol.slice(1)));
      if (connection === undefined)
        return need(await setPrice(services, { symbol, price, isConfirmed: true }));
      const body = { price: Number(price) / 1_000, confirm: true, reason: "lab" };
      const path = `/operator/v0/instruments/${symbol}/price`;
      const answer = await connection.ask(
        writeRequest({ method: "PATCH", path, token: tokens.operator, body }),
      );
      if (answer.status !== 200 || JSON.parse(answer.body).status !== "success") {
        throw new Error(`A price by hand was answered by ${answer.status}: ${answer.body}`);
      }
    },
  };
}

async function coverAt(
  connection: Connection,
  order: {
    readonly lane: Lane;
    readonly amountVnd: number;
    readonly token: string;
    readonly requestId: string;
  },
): Promise<string> {
  const request = requestOf({ ...order, position: order.lane, key: undefined });
  const { status, headers, body } = await connection.ask(writeRequest(request));
  if (status !== 200) throw new Error(`A cover was answered by ${status}: ${body}`);
  return headers.get("oms-refusal") ?? "success";
}

/** Each actor in turn sets a price, and each in turn decides on it at once. */
async function setPricesByHand(world: FactsWorld, lane: Lane, rounds: number): Promise<void> {
  const { cover, setByHand, expect } = world;
  for (let round = 0; round < rounds; round += 1) {
    const setter = actors[(round + lane.index) % 3] as Actor;
    const decider = actors[Math.floor(round / 3 + lane.index) % 3] as Actor;
    await setByHand(setter, lane.symbol, highPrice);
    await cover(decider, lane, coveredVnd);
    await setByHand(setter, lane.symbol, lowPrice);
    const what = `${decider} lowers ${lane.symbol} after ${setter} has set`;
    expect(`${what} ${lowPrice}`, "below_need", await cover(decider, lane, 0));
    await setByHand(setter, lane.symbol, highPrice);
    expect(`${what} ${highPrice}`, "success", await cover(decider, lane, 0));
  }
}

/** As soon as the store knows a halt, or its end, each actor decides by it. */
async function haltAndResume(world: FactsWorld, lane: Lane, rounds: number): Promise<void> {
  const { cover, setByHand, publish, expect } = world;
  const { symbol } = lane;
  await setByHand("a command", symbol, highPrice);
  const setHalted = async (isHalted: boolean, seq: number): Promise<void> => {
    publish({ kind: "status", symbol, seq, atMs: Date.now(), isHalted });
    await untilStored(world, symbol, (quote) => quote.isHalted === isHalted);
  };
  for (let round = 0; round < rounds; round += 1) {
    await setHalted(true, 2 * round + 1);
    await cover("a command", lane, coveredVnd);
    for (const by of actors) expect(`${by} lowers the halted ${symbol}`, "halted", await cover(by, lane, 0));
    await setHalted(false, 2 * round + 2);
    for (const by of actors) {
      expect(`${by} lowers ${symbol}, which trades again`, "success", await cover(by, lane, 0));
      await cover(by, lane, coveredVnd);
    }
  }
}

/** As soon as the store knows a day's reference price, it values a position without a trade. */
async function moveReferences(world: FactsWorld, lane: Lane, rounds: number): Promise<void> {
  const { cover, publish, expect } = world;
  const { symbol } = lane;
  await cover("a command", lane, coveredVnd);
  const setReference = async (referencePrice: bigint, seq: number): Promise<void> => {
    const atMs = Date.now();
    publish({ kind: "day", symbol, seq, atMs, date: calendarDateOf(atMs), referencePrice });
    await untilStored(world, symbol, (quote) => quote.referencePrice === referencePrice);
  };
  for (let round = 0; round < rounds; round += 1) {
    await setReference(lowPrice, 2 * round + 1);
    for (const by of actors)
      expect(`${by} lowers ${symbol} at ${lowPrice}`, "below_need", await cover(by, lane, 0));
    await setReference(highPrice, 2 * round + 2);
    // The amount is no reason any more, and in a session nothing is lowered on a reference price.
    for (const by of actors)
      expect(`${by} lowers ${symbol} at ${highPrice}`, "stale_price", await cover(by, lane, 0));
  }
}

const calledMsMax = 20_000;
/** A call that was ended by older rates is opened again within this time. */
const calmMs = 300;

/** As soon as a raised rate has called a position, each actor refuses to lower its cover, all at once, and it is called once. */
async function raiseRates(
  { services, cover, setByHand, expect }: FactsWorld,
  lanes: readonly Lane[],
  rounds: number,
): Promise<string[]> {
  const faults: string[] = [];
  // One after the other: the audit of all rates is one chain.
  const setCallRates = async (marginCallRate: bigint, isCalled: boolean): Promise<void> => {
    for (const { symbol: name } of lanes) {
      const set = { level: "symbol", name, rates: { ...rates, marginCallRate }, isConfirmed: true } as const;
      need(await setRates(services, set));
    }
    const areSo = async (): Promise<boolean> =>
      (await services.store.readAccounts(lanes)).every(
        ({ episodes }) => episodes.some(({ isOpen }) => isOpen) === isCalled,
      );
    const tookMs = await measureUntil(areSo, { sinceMs: performance.now(), elapsedMsMax: calledMsMax });
    if (tookMs === undefined)
      faults.push(`at a call rate of ${marginCallRate} not all are as they have to be`);
  };
  await setCallRates(300_000n, false);
  for (const { symbol } of lanes) await setByHand("a command", symbol, lowPrice);
  const before = await countCalls(services);
  for (let rise = 1; rise <= rounds; rise += 1) {
    await Promise.all(lanes.map((lane) => cover("a command", lane, 400_000)));
    await setCallRates(400_000n, true);
    const lowerAt = async (lane: Lane, by: Actor): Promise<void> =>
      expect(`${by} lowers ${lane.symbol} at a raised rate`, "below_need", await cover(by, lane, 0));
    await Promise.all(lanes.flatMap((lane) => actors.map((by) => lowerAt(lane, by))));
    await wait(calmMs);
    const count = (await countCalls(services)) - before;
    if (count !== rise * lanes.length) faults.push(`${rise * lanes.length} rises were told ${count} times`);
    await setCallRates(300_000n, false);
  }
  return faults;
}

async function countCalls(services: Services): Promise<number> {
  return (await readAllNotifications(services, [userId])).filter(({ type }) => type === "MarginCall").length;
}

async function startWhileHalted(
  world: FactsWorld,
  settings: Readonly<Record<string, string>>,
  { owner: token }: Tokens,
  lane: Lane & { readonly seq: number },
): Promise<void> {
  const { symbol, seq } = lane;
  world.publish({ kind: "status", symbol, seq, atMs: Date.now(), isHalted: true });
  await untilStored(world, symbol, ({ isHalted }) => isHalted);
  const server = await startServerProcess(settings);
  const connection = openKeptConnection(server.port);
  const order = { lane, amountVnd: 0, token, requestId: "facts.late" };
  world.expect(
    `a server that starts lowers the halted ${symbol}`,
    "halted",
    await coverAt(connection, order),
  );
  connection.close();
  await server.stop();
}

async function untilStored(
  { services }: FactsWorld,
  symbol: string,
  isWanted: (quote: NonNullable<ReturnType<typeof readQuoteDay>>) => boolean,
): Promise<void> {
  const isStored = async (): Promise<boolean> => {
    const [record] = await services.store.readQuotes([symbol]);
    const quote = record && readQuoteDay(record.day);
    return quote !== undefined && isWanted(quote);
  };
  const tookMs = await measureUntil(isStored, { sinceMs: performance.now(), elapsedMsMax: storedMsMax });
  if (tookMs === undefined)
    throw new Error(`The quote of ${symbol} was not stored within ${storedMsMax} ms.`);
}
