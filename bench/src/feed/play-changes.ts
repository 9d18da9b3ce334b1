import { createSimulatedExchange, type Instrument, type SymbolMessage } from "@trading-oms/market";

/** What begins or ends something is told once and not over and over. */
const told: ReadonlySet<string> = new Set(["trade", "depth", "sentiment", "open-interest"]);

/** Plays an exchange until it has told as many changes as asked for. */
export function playChanges(instruments: readonly Instrument[], count: number): SymbolMessage[] {
  const startMs = Date.parse("2026-11-16T09:15:00+07:00");
  const exchange = createSimulatedExchange({
    seed: 1,
    startMs,
    instruments,
    holidays: new Set(),
    tradesAnyway: true,
    eventsPerHour: () => 20_000,
  });
  const changes: SymbolMessage[] = [];
  for (let nowMs = startMs; changes.length < count; nowMs += 20) {
    do {
      for (const message of exchange.advanceTo(nowMs)) {
        if (message.kind !== "heartbeat" && told.has(message.kind)) changes.push(message);
      }
    } while (exchange.reachedMs() < nowMs);
  }
  return changes;
}
