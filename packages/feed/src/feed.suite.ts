import type { Feed, FeedMessage } from "@trading-oms/brokerage/ports";
import { describe, expect, test } from "vitest";

/** A feed with whatever its messages come from. */
export type FeedHarness = {
  readonly make: () => Promise<{
    readonly feed: Feed;
    readonly send: (message: FeedMessage) => Promise<void>;
  }>;
};

const trade = (price: bigint): FeedMessage => ({ kind: "trade", symbol: "FPT", price, atMs: 1_000 });

/** Holds a feed to everything that its port promises. */
export function describeFeed(name: string, { make }: FeedHarness): void {
  describe(`The feed ${name}`, () => {
    test("messages arrive whole and in their order", async () => {
      const { feed, send } = await make();
      const taken: FeedMessage[] = [];
      const following = await feed.follow((messages) => taken.push(...messages));
      const messages = [
        trade(80_000_000n),
        { kind: "status", symbol: "FPT", isHalted: true } as const,
        { kind: "heartbeat" } as const,
        trade(9_007_199_254_740_993n),
      ];
      for (const message of messages) await send(message);
      await following.stop();
      expect(taken).toEqual(messages);
    });

    test("everybody who follows hears everything", async () => {
      const { feed, send } = await make();
      const counts = [0, 0];
      const take = (index: number) => (messages: readonly FeedMessage[]) => {
        counts[index] = (counts[index] ?? 0) + messages.length;
      };
      const followings = [await feed.follow(take(0)), await feed.follow(take(1))];
      for (let price = 1n; price <= 100n; price += 1n) await send(trade(price));
      for (const following of followings) await following.stop();
      expect(counts).toEqual([100, 100]);
    });

    test("whoever comes later is told first of what is halted, and not of what no longer is", async () => {
      const { feed, send } = await make();
      const status = (symbol: string, isHalted: boolean): FeedMessage => ({
        kind: "status",
        symbol,
        isHalted,
      });
      for (const message of [status("FPT", true), status("VNM", true), status("FPT", false)])
        await send(message);
      const taken: FeedMessage[] = [];
      const second = await feed.follow((messages) => taken.push(...messages));
      await send(trade(1n));
      await second.stop();
      expect(taken).toEqual([status("VNM", true), trade(1n)]);
    });

    test("whoever has stopped hears nothing more, and to stop again does no harm", async () => {
      const { feed, send } = await make();
      let count = 0;
      const following = await feed.follow((messages) => {
        count += messages.length;
      });
      await send(trade(1n));
      await following.stop();
      await following.stop();
      await send(trade(2n));
      expect(count).toBe(1);
    });
  });
}
