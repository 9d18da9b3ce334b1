import type { Instrument } from "../instrument.ts";
import type { MarketMessage } from "../quotes/messages.ts";
import { restampMessage } from "../quotes/messages.ts";
import { createSimulatedExchange } from "./create-simulated-exchange.ts";
import type { SimulatedExchangeSettings } from "./simulated-exchange-settings.ts";

/** A simulated exchange whose clock follows another one, at a speed, and whose messages carry the times of that other one. */
export interface PlayedExchange {
  /**
   * Plays on towards a time of the other clock, and gives what happened; no call takes long. `isThere` is false as long
   * as there is more to come.
   */
  playUntil(nowMs: number): { readonly messages: readonly MarketMessage[]; readonly isThere: boolean };
  /** Gives the time on the clock of the exchange. */
  playedMs(): number;
  /** Trades one more instrument from now on, or goes on with its new details. */
  list(instrument: Instrument): void;
  /** Tells nothing more of an instrument. */
  unlist(symbol: string): void;
}

/** What is played, from which time on the clock of the exchange, and how fast. */
export type PlayedExchangeSettings = SimulatedExchangeSettings & {
  /** How many milliseconds the exchange plays in one of the other clock. */
  readonly speed: number;
  /** What the other clock says as the exchange starts. */
  readonly nowMs: number;
};

/** A process that has slept, or a machine too slow for the speed, does not make up for more than this. */
const catchUpMsMax = 1_000;

/** Opens an exchange that is played by the clock of whoever listens. */
export function createPlayedExchange({ speed, nowMs, ...settings }: PlayedExchangeSettings): PlayedExchange {
  const exchange = createSimulatedExchange(settings);
  let heardMs = nowMs;
  let playedMs = settings.startMs;
  let isThere = true;
  return {
    playUntil: (untilMs) => {
      if (isThere) {
        playedMs += Math.min(Math.max(untilMs - heardMs, 0), catchUpMsMax) * speed;
        heardMs = untilMs;
      }
      const messages = exchange.advanceTo(Math.floor(playedMs)).map((message) => {
        const agoMs = (playedMs - message.atMs) / speed;
        return restampMessage(message, heardMs - Math.floor(agoMs));
      });
      isThere = exchange.reachedMs() >= Math.floor(playedMs);
      return { messages, isThere };
    },
    playedMs: () => Math.floor(playedMs),
    list: exchange.list,
    unlist: exchange.unlist,
  };
}
