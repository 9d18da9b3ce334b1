import type { MarketMessage, SymbolMessage } from "../quotes/messages.ts";
import { createSimulatedExchange } from "../simulated-exchange/simulated-exchange.ts";
import { listSomeInstruments } from "./list-some-instruments.ts";

const startMs = Date.parse("2026-11-23T08:30:00+07:00");

/** Simulates a day and the next morning with nine instruments, in about 50 ms. */
export function playDays(seed: number, isAlwaysTrading: boolean): SymbolMessage[] {
  const exchange = createSimulatedExchange({
    seed,
    startMs,
    instruments: listSomeInstruments(),
    holidays: new Set(),
    isAlwaysTrading,
    eventsPerHour: () => 40,
    haltsPerMillion: 3_000,
  });
  const untilMs = startMs + 25 * 3_600_000;
  const sent: MarketMessage[] = [];
  while (exchange.reachedMs() < untilMs) sent.push(...exchange.advanceTo(untilMs));
  return sent.filter((message) => message.kind !== "heartbeat");
}
