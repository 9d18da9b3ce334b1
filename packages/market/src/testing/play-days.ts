import type { MarketMessage, SymbolMessage } from "../quotes/messages.ts";
import { createSimulatedExchange } from "../simulated-exchange/simulated-exchange.ts";
import { listSomeInstruments } from "./list-some-instruments.ts";

const startMs = Date.parse("2026-11-23T08:30:00+07:00");

/** Plays a day and the next morning of nine instruments, which costs about a twentieth of a second. */
export function playDays(seed: number, tradesAnyway: boolean): SymbolMessage[] {
  const exchange = createSimulatedExchange({
    seed,
    startMs,
    instruments: listSomeInstruments(),
    holidays: new Set(),
    tradesAnyway,
    eventsPerHour: () => 40,
    haltsPerMillion: 3_000,
  });
  const untilMs = startMs + 25 * 3_600_000;
  const told: MarketMessage[] = [];
  while (exchange.reachedMs() < untilMs) told.push(...exchange.advanceTo(untilMs));
  return told.filter((message) => message.kind !== "heartbeat");
}
