import { setTimeout } from "node:timers/promises";
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import type { PlayedExchange } from "@trading-oms/market";
import type { SimulatedSettings } from "./feed-settings.ts";
import { type CatalogStage, followPlayedCatalog } from "./follow-played-catalog.ts";
import { repeat } from "./repeat.ts";
import { tellOnce } from "./tell-once.ts";

/** So often that prices seem to move by themselves, and so seldom that each turn has something to tell. */
const strokeMs = 50;
/** A quiet exchange says that it is there. */
const heartbeatMs = 1_000;

/** What a simulated exchange is played by, and whom it tells. */
export type ExchangeStage = CatalogStage & { readonly tell: (messages: readonly FeedMessage[]) => void };

/**
 * Plays an exchange in strokes of a few milliseconds, from the last prices that are known, with whatever the catalog
 * lists; it takes half of the processor at most, and plays slower than asked where that does not do.
 */
export function playExchange(
  settings: SimulatedSettings,
  stage: ExchangeStage,
): { readonly stop: () => Promise<void> } {
  const { tell, now, log } = stage;
  const follow = followPlayedCatalog(settings, stage);
  let toldMs = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  const fail = (thrown: unknown): void =>
    log({ level: "error", event: "the simulated exchange not to be played", thrown });
  const playing = repeat(tellOnce(fail, turn), strokeMs);
  return {
    stop: async () => {
      isStopped = true;
      await playing.stop();
    },
  };

  async function turn(): Promise<void> {
    const exchange = await follow();
    if (exchange !== undefined) await stroke(exchange);
    if (!isStopped && now() - toldMs >= heartbeatMs) say([{ kind: "heartbeat", atMs: now() }]);
  }

  async function stroke(exchange: PlayedExchange): Promise<void> {
    for (;;) {
      if (isStopped) return;
      const beganMs = performance.now();
      const { messages, isThere } = exchange.playUntil(now());
      if (messages.length > 0) say(messages);
      if (isThere) return;
      await setTimeout(performance.now() - beganMs);
    }
  }

  function say(messages: readonly FeedMessage[]): void {
    tell(messages);
    toldMs = now();
  }
}
