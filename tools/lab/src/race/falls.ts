import { setTimeout as wait } from "node:timers/promises";
import { findInstrument, type Services, type StoredNotification } from "@trading-oms/brokerage";
import type { AccountState, FeedMessage } from "@trading-oms/brokerage/ports";
import type { Instrument } from "@trading-oms/market";
import { signTokens, startNats } from "@trading-oms/scratch";
import { type CoverEntry, readAllNotifications } from "../harness/accounts.ts";
import { type Dice, makeDice, makeDiceOf, pick } from "../harness/dice.ts";
import { measureUntil, seconds } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { openPublisher } from "../harness/publisher.ts";
import { awaitShares, type ServerProcess, startServerProcess, stopInPeace } from "../harness/server.ts";
import { type Connection, openKeptConnection } from "../harness/wire.ts";
import type { HistoryEvent } from "../model/history.ts";
import { checkLinearHistory } from "../model/linear-history.ts";
import { checkKeys, evaluateStatuses, type LeftAccount, type SentCover } from "../model/orders.ts";
import { noPosition, valueAt } from "../model/position.ts";
import {
  entered,
  type LeftAccounts,
  listRacedPositions,
  openRacedAccounts,
  type RacedPosition,
  racedRates,
  readRacedAccounts,
  sendCover,
} from "./covers.ts";

/** The record of a run with falling and rising prices while owners change their covers. */
type FallsRun = {
  readonly positions: readonly RacedPosition[];
  readonly trades: Trade[];
  /** The trades at a fallen price. */
  readonly falls: Trade[];
  readonly sent: SentCover[];
  readonly history: HistoryEvent[];
  readonly notifications: StoredNotification[];
  readonly faults: string[];
};

/** The maximum delay of a feed. */
const skewMsMax = 1_000;
/** The minimum time between prices, so that both feeds have delivered one before the next. */
const standsMs = skewMsMax + 300;
const judgedMsMax = 20_000;
const sharedMsMax = 20_000;
const pauseMsMax = 150;
const priceStep = 50_000n;

/**
 * Runs falling and rising prices on delayed feeds, while each owner raises and lowers the cover through both servers.
 */
export async function fall(
  services: Services,
  environment: Readonly<Record<string, string>>,
  { falls, seed }: { readonly falls: number; readonly seed: number },
): Promise<Verdict> {
  const positions = listRacedPositions();
  await openRacedAccounts(services, positions);
  const run: FallsRun = {
    positions,
    trades: [],
    falls: [],
    sent: [],
    history: [],
    notifications: [],
    faults: [],
  };
  const bySymbol = Map.groupBy(positions, ({ symbol }) => symbol);
  const instruments = await Promise.all(
    [...bySymbol.keys()].map((symbol) => findInstrument(services, symbol)),
  );
  run.trades.push(...(await services.store.readMarks([...bySymbol.keys()])));
  const feeds = await openSkewedFeeds(
    instruments.filter((each) => each !== undefined),
    makeDice(seed),
  );
  const servers: ServerProcess[] = [];
  const userIds = positions.map(({ userId }) => userId);
  try {
    const tokens = await signTokens(environment, userIds);
    for (const url of feeds.urls) servers.push(await startServerProcess({ ...environment, FEED: url }));
    await awaitShares(servers, sharedMsMax, run.faults);
    let isOver = false;
    const owners = positions.map(async (position, index) => {
      const connections = servers.map(({ port }) => openKeptConnection(port));
      const token = tokens.get(position.userId) ?? "";
      const owner = { position, token, connections, dice: makeDiceOf(seed, index), name: `o${index}` };
      for (let count = 0; !isOver; count += 1) run.sent.push(await askOnce(owner, count, run.history));
      for (const { close } of connections) close();
    });
    const each = Math.ceil(falls / bySymbol.size);
    await Promise.all([...bySymbol.values()].map((held) => fallAndRise(run, services, feeds, held, each)));
    isOver = true;
    await Promise.all(owners);
    run.notifications.push(...(await readAllNotifications(services, userIds)));
    for (const server of servers.splice(0)) run.faults.push(...(await stopInPeace(server)));
    return checkFalls(run, await readRacedAccounts(services, positions));
  } finally {
    for (const server of servers) await server.kill();
    await feeds.close();
  }
}

type Owner = {
  readonly name: string;
  readonly position: RacedPosition;
  readonly token: string;
  readonly connections: readonly Connection[];
  readonly dice: Dice;
};

/** Most amounts are near the amount needed at the low price; none is needed at the high one. */
async function askOnce(
  { name, position, token, connections, dice }: Owner,
  count: number,
  history: HistoryEvent[],
): Promise<SentCover> {
  const connection = pick(dice, connections);
  const key = dice(3) === 0 ? `${name}-key-${count}` : undefined;
  const amountVnd = dice(9) * 200_000;
  const order = { position, token, amountVnd, key, requestId: `${name}.${count}`, isForeign: false };
  const sent = await sendCover(connection, order, history);
  await wait(dice(pauseMsMax));
  return sent;
}

/**
 * Moves the price of some positions up and down. Each price stays until both feeds have delivered it and the watch has
 * judged it.
 */
async function fallAndRise(
  { trades, falls, faults }: FallsRun,
  { store }: Services,
  feeds: SkewedFeeds,
  held: readonly RacedPosition[],
  fallCount: number,
): Promise<void> {
  const symbol = held[0]?.symbol ?? "";
  for (let count = 0; count < fallCount; count += 1) {
    await publishPriceAndAwaitJudgement(24_000_000n + BigInt(count % 19) * priceStep);
    falls.push(await publishPriceAndAwaitJudgement(19_000_000n + BigInt((count * 7) % 31) * priceStep));
  }
  await publishPriceAndAwaitJudgement(24_000_000n);

  async function publishPriceAndAwaitJudgement(price: bigint): Promise<Trade> {
    const trade = feeds.trade(symbol, price);
    trades.push(trade);
    const sinceMs = performance.now();
    await wait(standsMs);
    const areJudged = async () => (await store.readAccounts(held)).every(isJudged);
    if ((await measureUntil(areJudged, { sinceMs, elapsedMsMax: judgedMsMax })) === undefined)
      faults.push(`${symbol}: the price ${price} of ${trade.atMs} was not judged in ${seconds(judgedMsMax)}`);
    return trade;

    /** A position is called exactly when its cover is below the amount needed at the price. */
    function isJudged({ positions, episodes }: AccountState): boolean {
      const isCalled = episodes.some((each) => each.symbol === symbol && each.isOpen);
      const coveredVnd = positions.find((each) => each.symbol === symbol)?.coveredVnd ?? 0n;
      return isCalled === coveredVnd < neededVnd(price);
    }
  }
}

const onePrice = 1_000n;

function neededVnd(price: bigint): bigint {
  const entryVnd = (entered.quantity * entered.price) / onePrice;
  const held = { ...noPosition, quantity: entered.quantity, entryVnd };
  return valueAt(held, { rates: racedRates, markVnd: price / onePrice }).neededVnd;
}

/** A trade on the feeds. */
type Trade = { readonly symbol: string; readonly price: bigint; readonly atMs: number };

/** Two feeds of one market, each with varying delays of up to a second. */
type SkewedFeeds = {
  /** The URL of each feed. */
  readonly urls: readonly string[];
  readonly trade: (symbol: string, price: bigint) => Trade;
  readonly close: () => Promise<void>;
};

/** Opens the feeds, each on its own NATS. */
async function openSkewedFeeds(instruments: readonly Instrument[], dice: Dice): Promise<SkewedFeeds> {
  const feeds = [await openLateFeed(instruments, dice), await openLateFeed(instruments, dice)];
  const counts = new Map<string, number>();
  return {
    urls: feeds.map(({ url }) => url),
    trade: (symbol, price) => {
      const seq = (counts.get(symbol) ?? 0) + 1;
      counts.set(symbol, seq);
      const trade = { symbol, price, atMs: Date.now() };
      for (const { publish } of feeds) publish({ kind: "trade", ...trade, seq, quantity: 100, side: "none" });
      return trade;
    },
    close: async () => {
      for (const { close } of feeds) await close();
    },
  };
}

/** A feed over NATS whose messages are each late by up to a second. */
export async function openLateFeed(instruments: readonly Instrument[], dice: Dice) {
  const nats = await startNats();
  const publisher = await openPublisher(nats.url, instruments);
  let dueMs = 0;
  return {
    url: nats.url,
    /** Delays messages but keeps their order. */
    publish: (message: FeedMessage): void => {
      dueMs = Math.max(dueMs, performance.now() + dice(skewMsMax + 1));
      setTimeout(() => publisher.publish([message]), Math.max(0, dueMs - performance.now()));
    },
    close: async (): Promise<void> => {
      await publisher.close();
      await nats.stop();
    },
  };
}

/** The events of one position, in the order of its account. */
type Story = {
  readonly name: string;
  readonly entries: readonly CoverEntry[];
  readonly calls: readonly StoredNotification[];
  readonly trades: readonly Trade[];
};

/** Judges the notifications and the audits. A run with hardly any calls is a fault: it proves nothing. */
function checkFalls(run: FallsRun, { accounts, faults: left }: LeftAccounts): Verdict {
  const { falls, sent, history, notifications } = run;
  const entryCount = accounts.reduce((sum, { entries }) => sum + entries.length, 0);
  const line =
    `${falls.length} falls on feeds that are skewed by up to a second: ${notifications.length} notifications, ` +
    `${sent.length} orders through two servers, ${entryCount} changes in the audits`;
  const isIdle = notifications.length < falls.length || entryCount < falls.length;
  const faults = [
    ...run.faults,
    ...left,
    ...evaluateStatuses(sent),
    ...checkKeys(sent),
    ...checkLinearHistory(history, sent, accounts),
    ...checkStories(run, accounts),
    ...(isIdle ? ["hardly anybody was called or covered"] : []),
  ];
  return { line, faults };
}

/** Reports a fall that was notified twice, and decisions on a price older than an earlier one. */
export function checkStories(
  { positions, trades, notifications }: Pick<FallsRun, "positions" | "trades" | "notifications">,
  accounts: readonly LeftAccount[],
): string[] {
  return positions.flatMap(({ accountId, symbol }) => {
    const isOfSymbol = (each: { readonly symbol: string }): boolean => each.symbol === symbol;
    const account = accounts.find((each) => each.accountId === accountId);
    const story: Story = {
      name: `${accountId} ${symbol}`,
      entries: account?.entries.filter(isOfSymbol) ?? [],
      calls: notifications
        .filter((each) => each.accountId === accountId && each.data.symbol === symbol)
        .toSorted((one, other) => one.id - other.id),
      trades: trades.filter(isOfSymbol),
    };
    return [...checkOnce(story), ...evaluateOrder(story)];
  });
}

function checkOnce({ name, calls }: Story): string[] {
  return [...Map.groupBy(calls, priceTimeOf)].flatMap(([atMs, group]) =>
    group.length === 1 ? [] : [`${name}: the fall of ${atMs} was told ${group.length} times`],
  );
}

/**
 * Audit entries are ordered, and so are calls. A call happens no later than its recorded time, so an entry with a later
 * time came after it.
 */
function evaluateOrder({ name, entries, calls, trades }: Story): string[] {
  const decided = entries.map((entry) => ({
    what: `the cover of ${entry.atMs}`,
    atMs: entry.atMs,
    priceMs: trades.findLast(({ price, atMs }) => price === entry.price && atMs <= entry.atMs)?.atMs,
  }));
  const called = calls.map((call) => ({
    what: call.messageId,
    atMs: call.createdAtMs,
    priceMs: priceTimeOf(call),
  }));
  const faults = decided
    .filter(({ priceMs }) => priceMs === undefined)
    .map(({ what }) => `${name}: ${what} has a price that was never published`);
  for (const list of [decided, called]) {
    for (const [index, each] of list.entries()) {
      const before = list[index - 1];
      if ((before?.priceMs ?? 0) > (each.priceMs ?? 0)) faults.push(older(name, each, before));
    }
  }
  for (const each of decided) {
    const before = called.findLast(({ atMs }) => atMs < each.atMs);
    if ((before?.priceMs ?? 0) > (each.priceMs ?? 0)) faults.push(older(name, each, before));
  }
  return faults;
}

type Decided = { readonly what: string; readonly priceMs: number | undefined };

function older(name: string, each: Decided, before: Decided | undefined): string {
  return `${name}: ${each.what} was decided on the price of ${each.priceMs}, and before it ${before?.what} on that of ${before?.priceMs}`;
}

function priceTimeOf({ data }: StoredNotification): number {
  return data.position?.markAtMs ?? 0;
}
