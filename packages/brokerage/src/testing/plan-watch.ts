import type { Rates } from "@trading-oms/margin";
import { isOnStep } from "@trading-oms/market";
import { openAccount } from "../accounts/accounts.ts";
import { moveCash } from "../accounts/cash.ts";
import { setPosition } from "../accounts/positions.ts";
import { noteMoved } from "../adjustments/ex-dates.ts";
import { type MarketEngine, openMarket } from "../engine/market-engine.ts";
import type { FeedMessage, NotificationRecord } from "../ports/index.ts";
import { openDays } from "../quotes/held-back.ts";
import type { MarkBookOptions } from "../quotes/mark-book.ts";
import type { WatchServices } from "../services.ts";
import { setRates } from "../settings/set-rates.ts";
import { MarginWatch, type WatchOptions } from "../watch/margin-watch.ts";
import { holdShort } from "./hold-short.ts";
import { fpt, list, planServices } from "./plan-services.ts";

/** Monday, 16 November 2026, 10:00: HOSE trades. */
export const sessionMs: number = Date.parse("2026-11-16T10:00:00+07:00");

/** A clock that stands still until it is moved. */
type PlannedClock = { nowMs: number };

/** A watching process. */
export type PlannedWatch = {
  readonly watch: MarginWatch;
  readonly market: MarketEngine;
  readonly services: WatchServices;
  /** Reported failures. */
  readonly failures: unknown[];
  /** Delivers feed messages and lets the watch react. */
  readonly hear: (...messages: FeedMessage[]) => Promise<void>;
  /** Runs each periodic call of the watch's owner once. */
  readonly turn: () => Promise<void>;
};

type PlannedOptions = MarkBookOptions & Pick<WatchOptions, "isReceiving">;

/** The rates of the worked examples: 0.5, 0.4 and 0.3. */
export const examplesRates: Rates = {
  marginRatio: 500_000n,
  marginCallRate: 400_000n,
  forceCloseRate: 300_000n,
};

/** A store with FPT at 100,000 and its rates, and watching processes with one clock. */
export async function planWatch(nowMs: number = sessionMs) {
  const { services: planned, memory } = planServices();
  const clock: PlannedClock = { nowMs };
  const services = { ...planned, now: () => clock.nowMs };
  const quoted = { ...fpt, referencePrice: 100_000_000n };
  await list(services, quoted, { ...quoted, symbol: "VNM" });
  for (const name of ["FPT", "VNM"])
    await setRates(services, { level: "symbol", name, rates: examplesRates });
  const hold = async (accountId: string, quantity = 1_000n): Promise<void> => {
    const key = { userId: `user-of-${accountId}`, accountId };
    await openAccount(services, key);
    await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
    const enter = quantity < 0n ? holdShort : setPosition;
    await enter(services, { ...key, symbol: "FPT" }, { quantity, price: 100_000_000n });
  };
  return {
    services,
    memory,
    clock,
    hold,
    /** Risk notifications by type and message, oldest first. */
    told: () => memory.notifications.filter(isOfRisk).map(({ messageId }) => messageId),
    begin: (holder: string, options: PlannedOptions = {}) => beginWatch(services, holder, options),
    trade: (price: bigint): FeedMessage => tradeOf("FPT", price, clock.nowMs),
  };
}

let seq = 0;

/** A feed message about a trade. */
export function tradeOf(symbol: string, price: bigint, atMs: number): FeedMessage {
  seq += 1;
  return { kind: "trade", symbol, seq, atMs, price, quantity: 100, side: "none" };
}

/** A feed message about a halt or its end. */
export function statusOf(symbol: string, isHalted: boolean, atMs: number = sessionMs): FeedMessage {
  return { kind: "status", symbol, seq: 1, atMs, isHalted };
}

/**
 * One account with 1,000 FPT entered at 100,000, under watch: called below 83,333, force-closed below 71,429.
 */
export async function planHeld(nowMs?: number) {
  const world = await planWatch(nowMs);
  await world.hold("A");
  const process = await world.begin("one");
  await process.turn();
  const tick = (price: bigint) => process.hear(world.trade(price));
  return { ...world, ...process, tick };
}

async function beginWatch(
  services: Omit<WatchServices, "book" | "marks">,
  holder: string,
  options: PlannedOptions,
): Promise<PlannedWatch> {
  const market = await openMarket(services, {
    ...options,
    isPrice: (symbol, price) => {
      const instrument = market.book.findInstrument(symbol);
      return instrument !== undefined && price > 0n && isOnStep(instrument, price);
    },
  });
  const { book, marks } = market;
  await openDays(services, marks);
  const own = { ...services, book, marks, holidays: book.holidays };
  const failures: unknown[] = [];
  const watch = new MarginWatch(own, {
    ...(options.isReceiving && { isReceiving: options.isReceiving }),
    holder,
    yieldToEventLoop: async () => {},
    onFailure: (thrown) => failures.push(thrown),
  });
  market.listen(watch);
  const turn = async (): Promise<void> => {
    await watch.renew().catch((thrown) => failures.push(thrown));
    await marks.save();
    await market.poll();
    await market.settle();
    await settle(watch);
    await watch.readBook();
    watch.tick();
    await settle(watch);
    if (watch.isFirst()) await noteMoved(own);
  };
  return {
    watch,
    market,
    services: own,
    failures,
    turn,
    hear: async (...messages) => {
      market.apply(messages);
      await settle(watch);
    },
  };
}

/** Runs everything that waits only for the in-memory store. */
async function settle(watch: MarginWatch): Promise<void> {
  do for (let turns = 0; turns < 50; turns += 1) await Promise.resolve();
  while (watch.counts().underWayCount + watch.counts().loadingCount > 0);
}

function isOfRisk({ type }: NotificationRecord): boolean {
  return type === "MarginCall" || type === "ForceClose";
}
