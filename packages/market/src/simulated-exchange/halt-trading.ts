import { type SimulatedSymbol, tellOf } from "./simulated-symbol.ts";
import { tellNews } from "./tell-news.ts";

const minuteMs = 60_000;

/** Stops a symbol for two to ten minutes. */
export function haltTrading(symbol: SimulatedSymbol, atMs: number): void {
  symbol.haltEndMs = atMs + (2 + symbol.random.below(9)) * minuteMs;
  tellOf(symbol, atMs, { kind: "status", isHalted: true });
  tellNews(symbol, atMs, `Tạm ngừng giao dịch ${symbol.instrument.symbol}`);
}

/** Lets a halted symbol go on. */
export function resumeTrading(symbol: SimulatedSymbol, atMs: number): void {
  if (symbol.haltEndMs === undefined) return;
  symbol.haltEndMs = undefined;
  tellOf(symbol, atMs, { kind: "status", isHalted: false });
  tellNews(symbol, atMs, `Tiếp tục giao dịch ${symbol.instrument.symbol}`);
}
