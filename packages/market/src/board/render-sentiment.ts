import type { JsonRoom } from "./json-room.ts";
import type { QuoteSentiment } from "./market-message.ts";
import { shareOf, wholeShare } from "./share-of.ts";

/** Writes how the crowd leans, and null where nobody leans at all. */
export function renderSentiment(room: JsonRoom, { bullishCount, bearishCount, atMs }: QuoteSentiment): void {
  if (bullishCount + bearishCount === 0) {
    room.text("null");
    return;
  }
  const bullish = shareOf(BigInt(bullishCount), BigInt(bullishCount) + BigInt(bearishCount));
  room.text('{"bullish":').number(bullishCount).text(',"bullishPercent":').decimal(bullish);
  room.text(',"bullishTime":').number(atMs);
  room
    .text(',"bearish":')
    .number(bearishCount)
    .text(',"bearishPercent":')
    .decimal(wholeShare - bullish);
  room.text(',"bearishTime":').number(atMs).text("}");
}
