import { createSimulatedExchange, type Instrument, type SymbolMessage } from "@trading-oms/market";

/** Makes as many shares of HOSE as asked for, always the same, that a played exchange can trade. */
export function makeMarketInstruments(count: number): Instrument[] {
  return Array.from({ length: count }, (_, index) => {
    const symbol = `S${String(index).padStart(4, "0")}`;
    return {
      symbol,
      exchange: "HOSE",
      type: "stock",
      name: symbol,
      companyName: `Công ty Cổ phần ${symbol}`,
      sectorLevel1: "Technology",
      sectorLevel2: "Technology",
      sectorLevel3: "Software and Computer Services",
      industryName: "Software and Computer Services",
      referencePrice: BigInt(12_000 + (index % 600) * 50) * 1_000n,
      lot: 100n,
      minQuantity: 100n,
      maxQuantity: 500_000n,
    };
  });
}

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
