import type { BookLevel, QuoteDepth } from "./market-message.ts";
import { renderDecimal } from "./render-decimal.ts";
import { boardId, type RenderedInstrument } from "./render-instrument.ts";

/** Writes the best levels of an order book, best first. */
export function renderDepth({ symbol }: RenderedInstrument, { seq, atMs, bids, asks }: QuoteDepth): string {
  const identity = `"seq":${seq},"time":${atMs},"symbol":${symbol},"boardID":"${boardId}"`;
  return `{${identity},"bidPriceDepth":[${renderLevels(bids)}],"askPriceDepth":[${renderLevels(asks)}]}`;
}

function renderLevels(levels: readonly BookLevel[]): string {
  return levels.map(({ price, quantity }) => `{"prc":${renderDecimal(price)},"vol":${quantity}}`).join(",");
}
