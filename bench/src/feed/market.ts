import { createSimulatedExchange, type Instrument, type SymbolMessage } from "@trading-oms/market";

/** Makes a number of HOSE shares that the simulated exchange can trade; deterministic. */
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

/** Messages that can be repeated. Messages that begin or end something cannot. */
const repeatableKinds: ReadonlySet<string> = new Set(["trade", "depth", "sentiment", "open-interest"]);

/** Runs a simulated exchange until it has published the given number of changes. */
export function playChanges(instruments: readonly Instrument[], count: number): SymbolMessage[] {
  const startMs = Date.parse("2026-11-16T09:15:00+07:00");
  const exchange = createSimulatedExchange({
    seed: 1,
    startMs,
    instruments,
    holidays: new Set(),
    isAlwaysTrading: true,
    eventsPerHour: () => 20_000,
  });
  const changes: SymbolMessage[] = [];
  for (let nowMs = startMs; changes.length < count; nowMs += 20) {
    do {
      for (const message of exchange.advanceTo(nowMs)) {
        if (message.kind !== "heartbeat" && repeatableKinds.has(message.kind)) changes.push(message);
      }
    } while (exchange.reachedMs() < nowMs);
  }
  return changes;
}
