import { setTimeout as wait } from "node:timers/promises";
import { findInstrument, type Services, type ToldNotification } from "@trading-oms/brokerage";
import type { AccountState } from "@trading-oms/brokerage/ports";
import { type Dice, makeDice } from "../make-dice.ts";
import { startServerProcess } from "../start-server-process.ts";
import { measureUntil } from "../watch/measure-until.ts";
import { readShardCount } from "../watch/read-shard-count.ts";
import { readTellings } from "../watch/read-tellings.ts";
import { listRacedPositions } from "./list-raced-positions.ts";
import { type Lane, openLane } from "./open-lane.ts";
import { openRacedAccounts } from "./open-raced-accounts.ts";
import { openSkewedFeeds, type SkewedFeeds, skewMsMax, type Trade } from "./open-skewed-feeds.ts";
import type { RacedPosition } from "./raced-position.ts";
import { signTokens, stopAll } from "./run-race.ts";
import type { SentCover } from "./sent-cover.ts";

/** How many prices fall, and what chance hangs on. */
export type FallSettings = { readonly fallCount: number; readonly seed: number };

/** What came of prices that fell and rose while owners covered their positions. */
export type FallsRun = {
  readonly positions: readonly RacedPosition[];
  readonly trades: readonly Trade[];
  /** The trades that were falls. */
  readonly falls: readonly Trade[];
  readonly sent: readonly SentCover[];
  readonly told: readonly ToldNotification[];
  readonly faults: readonly string[];
};

/** So long a price stands at least, so that both feeds tell it before the next. */
const standsMs = skewMsMax + 300;
const judgedMsMax = 20_000;
const sharedMsMax = 20_000;
const pauseMsMax = 150;
const priceStep = 50_000n;

/** Lets prices fall and rise on feeds that are skewed, while each owner raises and lowers the cover through both servers. */
export async function runFalls(
  services: Services,
  environment: Readonly<Record<string, string>>,
  { fallCount, seed }: FallSettings,
): Promise<FallsRun> {
  const positions = listRacedPositions();
  await openRacedAccounts(services, positions);
  const trades: Trade[] = [];
  const falls: Trade[] = [];
  const symbols = [...new Set(positions.map(({ symbol }) => symbol))];
  const instruments = await Promise.all(symbols.map((symbol) => findInstrument(services, symbol)));
  const listed = instruments.filter((each) => each !== undefined);
  trades.push(...(await services.store.readMarks(symbols)));
  const feeds = await openSkewedFeeds(listed, makeDice(seed));
  const servers: Awaited<ReturnType<typeof startServerProcess>>[] = [];
  try {
    const tokens = await signTokens(environment, positions);
    for (const url of feeds.urls) servers.push(await startServerProcess({ ...environment, FEED: url }));
    const areShared = async () => {
      const counts = await Promise.all(servers.map(readShardCount));
      return counts.every((count) => count === 64 / servers.length);
    };
    const sharing = { sinceMs: performance.now(), elapsedMsMax: sharedMsMax };
    const faults: string[] = [];
    if ((await measureUntil(areShared, sharing)) === undefined)
      faults.push("two servers do not share the watch");
    const sent: SentCover[] = [];
    let isOver = false;
    const owners = positions.map(async (position, index) => {
      const lanes = await Promise.all(servers.map(({ port }) => openLane(port)));
      const token = tokens.get(position.userId) ?? "";
      const owner = { position, token, lanes, dice: makeDice(seed + index * 7_919), name: `o${index}`, sent };
      for (let count = 0; !isOver; count += 1) await askOnce(owner, count);
      for (const lane of lanes) lane.close();
    });
    const market = { services, feeds, trades, falls, faults };
    const bySymbol = [...Map.groupBy(positions, ({ symbol }) => symbol).values()];
    const each = Math.ceil(fallCount / bySymbol.length);
    await Promise.all(bySymbol.map((held) => fallAndRise(market, held, each)));
    isOver = true;
    await Promise.all(owners);
    const told = await readTellings(services, new Set(positions.map(({ userId }) => userId)));
    faults.push(...(await stopAll(servers.splice(0))));
    return { positions, trades, falls, sent, told, faults };
  } finally {
    for (const server of servers) await server.kill();
    await feeds.close();
  }
}

type Owner = {
  readonly name: string;
  readonly position: RacedPosition;
  readonly token: string;
  readonly lanes: readonly Lane[];
  readonly dice: Dice;
  readonly sent: SentCover[];
};

/** Most amounts are about what is needed while the price is low; none is while it is high. */
async function askOnce({ name, position, token, lanes, dice, sent }: Owner, count: number): Promise<void> {
  const lane = lanes[dice(lanes.length)] as Lane;
  const key = dice(3) === 0 ? `${name}-key-${count}` : undefined;
  const amountVnd = dice(9) * 200_000;
  const order = { position, token, amountVnd, key, requestId: `${name}.${count}`, isForeign: false };
  sent.push(await lane.send(order));
  await wait(dice(pauseMsMax));
}

type Market = {
  readonly services: Services;
  readonly feeds: SkewedFeeds;
  readonly trades: Trade[];
  readonly falls: Trade[];
  readonly faults: string[];
};

/** Lets the price of what some hold rise and fall; each price stands until both feeds told it and the watch has done its part. */
async function fallAndRise(market: Market, held: readonly RacedPosition[], fallCount: number): Promise<void> {
  const { feeds, trades, falls, faults } = market;
  const symbol = held[0]?.symbol ?? "";
  for (let count = 0; count < fallCount; count += 1) {
    await tell(24_000_000n + BigInt(count % 19) * priceStep);
    falls.push(await tell(19_000_000n + BigInt((count * 7) % 31) * priceStep));
  }
  await tell(24_000_000n);

  async function tell(price: bigint): Promise<Trade> {
    const trade = feeds.trade(symbol, price);
    trades.push(trade);
    const sinceMs = performance.now();
    await wait(standsMs);
    const areJudged = async () => (await market.services.store.readAccounts(held)).every(isJudged);
    if ((await measureUntil(areJudged, { sinceMs, elapsedMsMax: judgedMsMax })) === undefined)
      faults.push(
        `${symbol}: the price ${price} of ${trade.atMs} was not judged in ${judgedMsMax / 1_000} s`,
      );
    return trade;

    /** Whoever covers too little is called, and whoever covers enough is not. */
    function isJudged({ positions, episodes }: AccountState): boolean {
      const isCalled = episodes.some((each) => each.symbol === symbol && each.isOpen);
      const coveredVnd = positions.find((each) => each.symbol === symbol)?.coveredVnd ?? 0n;
      return isCalled === coveredVnd < neededVnd(price);
    }
  }
}

/** 1,000 entered at 25,000 and posted by half of it, called below 0.4; the price is in thousandths. */
function neededVnd(price: bigint): bigint {
  return 12_500_000n - (price / 1_000n) * 600n;
}
