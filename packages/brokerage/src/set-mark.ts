import { isOnStep, type Price } from "@trading-oms/market";
import { findInstrument } from "./find-instrument.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";

/** Sets the last price of a symbol by hand, as of now. */
export async function setMark(
  services: Services,
  { symbol, price }: { readonly symbol: string; readonly price: Price },
): Promise<{ readonly kind: "done" } | Refusal> {
  const instrument = await findInstrument(services, symbol);
  if (instrument === undefined) return refuse("no-such-instrument", `${symbol} is not listed.`);
  if (price <= 0n || !isOnStep(instrument, price)) {
    return refuse("price-not-valid", `The price is not on a step of ${symbol}.`);
  }
  await services.store.setMarks([{ symbol, price, atMs: services.now(), isByHand: true }]);
  return { kind: "done" };
}
