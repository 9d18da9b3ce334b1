import type { FeedMessage } from "@trading-oms/brokerage/ports";
import type { Instrument } from "@trading-oms/market";
import { startNats } from "@trading-oms/scratch";
import type { Dice } from "../harness/dice.ts";
import { openPublisher } from "../harness/publisher.ts";

const lateMsMax = 1_000;

/** A feed over NATS whose messages are each late by up to a second, and in order. */
export async function openLateFeed(instruments: readonly Instrument[], dice: Dice) {
  const nats = await startNats();
  const publisher = await openPublisher(nats.url, instruments);
  let dueMs = 0;
  return {
    url: nats.url,
    publish: (message: FeedMessage): void => {
      dueMs = Math.max(dueMs, performance.now() + dice(lateMsMax + 1));
      setTimeout(() => publisher.publish([message]), Math.max(0, dueMs - performance.now()));
    },
    close: async (): Promise<void> => {
      await publisher.close();
      await nats.stop();
    },
  };
}
