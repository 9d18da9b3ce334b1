import type { CoverDecision } from "@trading-oms/margin";
import { renderVnd } from "./render-vnd.ts";
import type { ValuedPosition } from "./value-account.ts";

/** Says what came of an order to cover, with the figures that somebody needs to do better. */
export function sayCover(
  { symbol, amountVnd }: { readonly symbol: string; readonly amountVnd: bigint },
  { position }: Pick<ValuedPosition, "position">,
  decision: CoverDecision,
): string {
  const before = renderVnd(position.coveredVnd);
  if (decision.kind === "accepted") {
    return `The covered amount of ${symbol} is ${renderVnd(amountVnd)} now; it was ${before}.`;
  }
  if (decision.kind === "unchanged") return `The covered amount of ${symbol} is ${before} already.`;
  return `Nothing was changed: ${sayRefusal(decision, symbol, amountVnd, position.coveredVnd)}`;
}

function sayRefusal(
  { reason, boundVnd, account }: Extract<CoverDecision, { readonly kind: "refused" }>,
  symbol: string,
  amountVnd: bigint,
  coveredVnd: bigint,
): string {
  const bound = renderVnd(boundVnd ?? coveredVnd);
  switch (reason) {
    case "closing":
      return `the position in ${symbol} is being closed.`;
    case "above-trading-power":
      return `raising the covered amount of ${symbol} by ${renderVnd(amountVnd - coveredVnd)} takes more than the trading power of ${renderVnd(account.tradingPowerVnd)}; at most ${bound} can be covered.`;
    case "above-full-cover":
      return `${renderVnd(amountVnd)} is more than the position in ${symbol} needs to be fully covered; ${bound} covers it in full.`;
    case "below-need":
      return `${symbol} needs ${bound} to stay clear of its margin call, and ${renderVnd(amountVnd)} is less.`;
    case "stale-price":
      return `the last price of ${symbol} is too old to lower its covered amount of ${renderVnd(coveredVnd)} while the market is open.`;
    case "halted":
      return `${symbol} is halted, and its covered amount of ${renderVnd(coveredVnd)} can't be lowered until it trades.`;
  }
}
