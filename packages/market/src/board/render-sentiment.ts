import type { QuoteSentiment } from "./market-message.ts";
import { renderShares } from "./render-shares.ts";

/** Writes how the crowd leans, and nothing where nobody leans at all. */
export function renderSentiment({ bullishCount, bearishCount, atMs }: QuoteSentiment): string {
  if (bullishCount + bearishCount === 0) return "null";
  const [bullishPercent, bearishPercent] = renderShares(BigInt(bullishCount), BigInt(bearishCount));
  const bullish = `"bullish":${bullishCount},"bullishPercent":${bullishPercent},"bullishTime":${atMs}`;
  const bearish = `"bearish":${bearishCount},"bearishPercent":${bearishPercent},"bearishTime":${atMs}`;
  return `{${bullish},${bearish}}`;
}
