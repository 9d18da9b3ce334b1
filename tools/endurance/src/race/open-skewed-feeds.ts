import { randomUUID } from "node:crypto";
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { readNatsServers } from "@trading-oms/feed";
import { openNatsPublisher } from "@trading-oms/feed/nats";
import { type Instrument, QuoteBoard } from "@trading-oms/market";
import { startNats } from "@trading-oms/scratch";
import type { Dice } from "../make-dice.ts";

/** A price that was paid. */
export type Trade = { readonly symbol: string; readonly price: bigint; readonly atMs: number };

/** Two feeds of one market, each late by up to a second, now the one and now the other. */
export type SkewedFeeds = {
  /** Where each of them is. */
  readonly urls: readonly string[];
  readonly trade: (symbol: string, price: bigint) => Trade;
  readonly close: () => Promise<void>;
};

export const skewMsMax = 1_000;

/** Opens the feeds, each on a NATS of its own. */
export async function openSkewedFeeds(instruments: readonly Instrument[], dice: Dice): Promise<SkewedFeeds> {
  const feeds = [await openLateFeed(instruments, dice), await openLateFeed(instruments, dice)];
  const counts = new Map<string, number>();
  return {
    urls: feeds.map(({ url }) => url),
    trade: (symbol, price) => {
      const seq = (counts.get(symbol) ?? 0) + 1;
      counts.set(symbol, seq);
      const trade = { symbol, price, atMs: Date.now() };
      for (const { tell } of feeds) tell({ kind: "trade", ...trade, seq, quantity: 100, side: "none" });
      return trade;
    },
    close: async () => {
      for (const { close } of feeds) await close();
    },
  };
}

async function openLateFeed(instruments: readonly Instrument[], dice: Dice) {
  const nats = await startNats();
  const servers = readNatsServers(nats.url);
  if (servers === undefined) throw new Error(`${nats.url} is no address of NATS.`);
  const board = new QuoteBoard(instruments);
  const { snapshotOf } = board;
  const publisher = openNatsPublisher({ servers, source: randomUUID(), isSimulated: false, snapshotOf });
  await publisher.opened;
  let dueMs = 0;
  return {
    url: nats.url,
    /** Messages are late, and in their order. */
    tell: (message: FeedMessage): void => {
      dueMs = Math.max(dueMs, performance.now() + dice(skewMsMax + 1));
      setTimeout(() => {
        board.apply(message);
        publisher.tell([message]);
      }, dueMs - performance.now());
    },
    close: async (): Promise<void> => {
      await publisher.close();
      await nats.stop();
    },
  };
}
