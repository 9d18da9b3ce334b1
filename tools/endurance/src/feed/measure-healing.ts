import { setTimeout as wait } from "node:timers/promises";
import { compareBoards } from "./compare-boards.ts";
import type { PublishedMarket } from "./open-published-market.ts";

/** What is on its way when a market is held still arrives within this. */
const arrivalMs = 60;
const pauseMs = 100;

/** How long it took until a server showed what the publisher's board does, and where it never did, what differed. */
export type Healing = { readonly elapsedMs: number; readonly different: readonly string[] };

/**
 * Looks again and again whether a server shows what the market's board does, each time with the market held still, until
 * it does or the time is over; what counts is the moment at which the market was held.
 */
export async function measureHealing(
  port: number,
  market: PublishedMarket,
  elapsedMsMax: number,
): Promise<Healing> {
  const began = performance.now();
  for (;;) {
    const elapsedMs = performance.now() - began;
    const different = await market.hold(async () => {
      await wait(arrivalMs);
      return compareBoards(port, market.board, market.symbols());
    });
    if (different.length === 0 || elapsedMs > elapsedMsMax) return { elapsedMs, different };
    await wait(pauseMs);
  }
}
