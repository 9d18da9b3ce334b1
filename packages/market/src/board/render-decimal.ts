import { onePrice } from "../price.ts";
import { renderPrice } from "../render-price.ts";

const thousand = Number(onePrice);
const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Writes thousandths, below 0 too, as the exact decimal number of JSON. */
export function renderDecimal(thousandths: bigint): string {
  if (thousandths < 0n) return `-${renderDecimal(-thousandths)}`;
  // Nearly every price is whole and small, and is then written several times as fast.
  const safe = thousandths < safeMax ? Number(thousandths) : 1;
  return safe % thousand === 0 ? `${safe / thousand}` : renderPrice(thousandths);
}
