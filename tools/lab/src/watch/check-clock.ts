import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  listNotifications,
  openAccount,
  openReferenceBook,
  type Services,
  setPosition,
  setRates,
} from "@trading-oms/brokerage";
import type { Instrument } from "@trading-oms/market";
import { startNats } from "@trading-oms/scratch";
import { listRecords, makeRecord, need } from "../harness/accounts.ts";
import { aheadMs, moveClock, shareClock } from "../harness/clock.ts";
import { measureUntil } from "../harness/figures.ts";
import { labTest, type Verdict } from "../harness/lab-test.ts";
import { openPublisher } from "../harness/publisher.ts";
import {
  awaitShares,
  readMetrics,
  type ServerProcess,
  search,
  startServerProcess,
  stopInPeace,
} from "../harness/server.ts";
import { engines, withStore } from "../harness/stores.ts";
import { listTrials, runClose } from "./closes.ts";

type Environment = Readonly<Record<string, string>>;

/** A source of prices, and the hours at which it is tried. The clock of the lab starts in the morning. */
type Source = {
  readonly name: string;
  readonly laterMs: number;
  readonly open: (services: Services, natsUrl: string) => Promise<Prices>;
};

/** The prices of one symbol. */
type Prices = {
  /** The settings of a server that follows them. */
  readonly settings: Environment;
  /** Gets the position called at the next price. */
  readonly call: (server: ServerProcess) => Promise<void>;
  /** Returns when a price has come at which the position is forced to close. */
  readonly fall: (server: ServerProcess) => Promise<void>;
  readonly close: () => Promise<void>;
};

const sources: readonly Source[] = [
  { name: "at exchange hours", laterMs: 0, open: publishPrices },
  { name: "in the simulation, at night", laterMs: 13.5 * 3_600_000, open: simulatePrices },
];

export const test = labTest({
  about: `Puts the clocks of a built server and of a publisher on NATS ten minutes ahead for some seconds, in which a
position is called, and then right again. The position has to be forced to close within 2 s of its next price, by the same
server and by one that is started after a kill, and the server counts and logs prices that were replaced. So does a server that
simulates its prices. Then closing prices of HOSE, HNX and futures arrive up to 900 s late, over midnight and a weekend, or are found in the store by
a server that starts in between: each is told once, within 2 s, and none of an earlier day. TEST_DATABASE_URL is a PostgreSQL where databases may be made
(postgres://postgres@127.0.0.1:5432/postgres).`,
  options: {
    ahead: { kind: "count", about: "for how many seconds the clocks are ahead", usual: 5, short: 3, min: 1 },
  },
  run: async ({ options, isShort, folder, report }) => {
    const nats = await startNats();
    const tried = isShort ? engines.slice(0, 1) : engines;
    try {
      for (const { name, laterMs, open } of sources) {
        moveClock(laterMs);
        for (const engine of tried) {
          for (const isKilled of [false, true]) {
            const place = await mkdtemp(join(folder, `${engine}-`));
            const { line, faults } = await withStore(engine, place, async (services, environment) =>
              runWithWrongClock(services, environment, {
                prices: await open(services, nats.url),
                isKilled,
                wrongMs: options.ahead * 1_000,
              }),
            );
            const where = `${name}, on ${engine}${isKilled ? ", after a restart" : ""}`;
            report({ line: `${where}: ${line}`, faults });
          }
        }
        moveClock(-laterMs);
      }
      for (const engine of tried) {
        for (const trial of listTrials(isShort)) {
          const place = await mkdtemp(join(folder, `${engine}-`));
          const { line, faults } = await withStore(engine, place, (services, environment) =>
            runClose(services, environment, { natsUrl: nats.url, trial }),
          );
          report({ line: `closing prices ${trial.name}, on ${engine}: ${line}`, faults });
        }
      }
    } finally {
      await nats.stop();
    }
  },
});

const position = { userId: "clocked", accountId: "CLOCK-1", symbol: "CLK" };
const { userId, accountId, symbol } = position;
const rates = { marginRatio: 500_000n, marginCallRate: 490_000n, forceCloseRate: 470_000n };

/** The time from a price to its notification. */
const toldMsMax = 2_000;
/** A server may have to wait until the lease of one that was killed expires. */
const sharedMsMax = 15_000;

async function runWithWrongClock(
  services: Services,
  environment: Environment,
  { prices, isKilled, wrongMs }: { prices: Prices; isKilled: boolean; wrongMs: number },
): Promise<Verdict> {
  const faults: string[] = [];
  const toldMs: string[] = [];
  const isTold = async (type: string): Promise<boolean> => {
    const notifications = await listNotifications(services, userId, { limit: 10, offset: 0 });
    return notifications.some(({ messageId }) => messageId.startsWith(`${type}/`));
  };
  const awaitTold = async (type: string): Promise<void> => {
    const limit = { sinceMs: performance.now(), elapsedMsMax: toldMsMax };
    const elapsedMs = await measureUntil(() => isTold(type), limit);
    if (elapsedMs === undefined) faults.push(`${type} was not told within ${toldMsMax} ms of its price`);
    else toldMs.push(`${type} told after ${elapsedMs.toFixed(0)} ms`);
  };
  const start = async (): Promise<ServerProcess> => {
    const server = await startServerProcess({ ...environment, ...prices.settings, ...shareClock() });
    await awaitShares([server], sharedMsMax, faults);
    return server;
  };
  let server = await start();
  try {
    await putClock(server, aheadMs);
    const rightAgain = wait(wrongMs);
    await prices.call(server);
    await awaitTold("MarginCall");
    await rightAgain;
    if (isKilled) await server.kill();
    await putClock(isKilled ? undefined : server, -aheadMs);
    if (isKilled) server = await start();
    if (await isTold("ForceClose")) faults.push("ForceClose was told before its price");
    await prices.fall(server);
    await awaitTold("ForceClose");
    const aheadCount = (await readMetrics(server)).sumOf("oms_prices_future_dated_total");
    if (aheadCount === 0) faults.push("no price ahead was counted");
  } finally {
    // A server that stops logs what it has not logged yet.
    const ended = await stopInPeace(server).finally(prices.close);
    faults.push(...ended.filter((fault) => !fault.includes(event)));
  }
  if (!server.complaints().includes(event)) faults.push("no price ahead was logged");
  return { line: toldMs.join(", "), faults };
}

const event = "stored prices dated in the future were replaced: a clock was wrong";

const signalMs = 300;

/** Moves the clock of a server and of the publisher, which is this process. */
async function putClock(server: ServerProcess | undefined, byMs: number): Promise<void> {
  if (server !== undefined) process.kill(server.pid, "SIGUSR2");
  // A price that arrives before the signal would meet the clock as it was.
  await wait(signalMs);
  moveClock(byMs);
}

/** Lists the symbol, opens the account and sets the rates. */
async function openMarket(services: Services, opened = rates): Promise<Instrument> {
  await listRecords(services, [makeRecord(symbol)]);
  need(await openAccount(services, { userId, accountId }));
  need(await setRates(services, { level: "symbol", name: symbol, rates: opened }));
  const instrument = (await openReferenceBook(services)).findInstrument(symbol);
  if (instrument === undefined) throw new Error(`${symbol} is not listed.`);
  return instrument;
}

/** 1,000 shares at 25,000, half of it posted, are called below 24,510 and forced to close below 23,585, in a day's band. */
async function publishPrices(services: Services, natsUrl: string): Promise<Prices> {
  const publisher = await openPublisher(natsUrl, [await openMarket(services)]);
  need(await setPosition(services, position, { quantity: 1_000n, price: 25_000_000n }));
  let seq = 0;
  const trade = async (price: bigint): Promise<void> => {
    seq += 1;
    publisher.publish([{ kind: "trade", symbol, seq, atMs: Date.now(), price, quantity: 100, side: "none" }]);
  };
  return {
    settings: { FEED: natsUrl },
    call: () => trade(24_200_000n),
    fall: () => trade(23_400_000n),
    close: publisher.close,
  };
}

/** Simulated prices cannot be chosen, so entry and rates are set to match them. Only the server opens the episode. */
async function simulatePrices(services: Services): Promise<Prices> {
  const lowRates = { ...rates, marginCallRate: 200_000n, forceCloseRate: 100_000n };
  const setTo = async (changed: Partial<typeof rates>): Promise<void> =>
    need(
      await setRates(services, {
        level: "symbol",
        name: symbol,
        rates: { ...lowRates, ...changed },
        isConfirmed: true,
      }),
    );
  await openMarket(services, lowRates);
  let entryVnd = 0;
  return {
    settings: { FEED: "simulated" },
    call: async (server) => {
      const priceVnd = await awaitPrice(server, () => true);
      // Half of this entry is posted, so that 0.47 of the market value are left.
      const steps = BigInt(Math.ceil((priceVnd * 1.06) / 50));
      need(await setPosition(services, position, { quantity: 1_000n, price: steps * 50_000n }));
      entryVnd = Number(steps) * 50;
      await setTo({ marginCallRate: rates.marginCallRate });
    },
    fall: async (server) => {
      const priceVnd = await awaitPrice(server, () => true);
      const forceCloseRate = BigInt(Math.floor((1 - entryVnd / 2 / priceVnd) * 1_000_000));
      await setTo({ marginCallRate: rates.marginCallRate, forceCloseRate });
      await awaitPrice(server, (nowVnd) => nowVnd < priceVnd);
    },
    close: async () => {},
  };
}

const pricedMsMax = 60_000;

/** Searches until the last price is as asked for, and returns it. */
async function awaitPrice(server: ServerProcess, matches: (priceVnd: number) => boolean): Promise<number> {
  let priceVnd = 0;
  const isThere = async (): Promise<boolean> => {
    const { data = [] } = await search(server, symbol);
    priceVnd = data.find((entry) => entry.symbol === symbol)?.info?.lsPrc ?? 0;
    return priceVnd > 0 && matches(priceVnd);
  };
  const limit = { sinceMs: performance.now(), elapsedMsMax: pricedMsMax };
  if ((await measureUntil(isThere, limit)) === undefined)
    throw new Error(`${symbol} had no such price within ${pricedMsMax} ms.`);
  return priceVnd;
}
