import { type SimulatedSymbol, tellOf } from "./simulated-symbol.ts";

/** Tells what an exchange would announce, in its language. */
export function tellNews(symbol: SimulatedSymbol, atMs: number, title: string): void {
  tellOf(symbol, atMs, { kind: "news", item: { title, publishedAtMs: atMs } });
}
