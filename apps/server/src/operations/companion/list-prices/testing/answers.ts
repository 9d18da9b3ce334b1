import { MinutePrices } from "@trading-oms/market";
import { planHeld } from "../../../../testing/plan-held.ts";

/** Answers that together have every member of the document. */
export async function listAnswers(): Promise<Response[]> {
  const prices = new MinutePrices();
  const server = await planHeld({ prices });
  prices.add("41I1GB000", 1_461_500n, 2, server.clock.nowMs);
  return [await server.fetch("/companion/v0/symbols/VN30F1M/prices")];
}
