import { setRates as setRatesOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { Refusal } from "../../../http/errors.ts";
import { refreshBook, translatedHeaders, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, ObservationServices, TradingServices } from "../../../services.ts";
import { readOrder, unlessRefused } from "../change.ts";
import { renderRates } from "../rates.ts";

/** Sets the rates of a symbol, a product or a group. */
export function setRates(
  services: TradingServices & ClockServices & ObservationServices,
): Operation<typeof routes.setRates> {
  return async (c) => {
    const body = c.req.valid("json");
    const { level, name, marginRatio, marginCallRate, forceCloseRate, reason } = body;
    await refreshBook(services);
    const order = await readOrder(services, c, c.req.valid("header")["Idempotency-Key"], body);
    const rates = {
      marginRatio: readRate("marginRatio", marginRatio),
      marginCallRate: readRate("marginCallRate", marginCallRate),
      forceCloseRate: readRate("forceCloseRate", forceCloseRate),
    };
    const answer = await setRatesOf(useCaseServices(services), { level, name, rates, reason, ...order });
    return c.json(renderRates(unlessRefused(answer)), 200, translatedHeaders);
  };
}

/** A rate in millionths. */
function readRate(field: string, rate: number): bigint {
  const millionths = Math.round(rate * 1_000_000);
  if (millionths / 1_000_000 === rate) return BigInt(millionths);
  const message = "has to have at most six decimals";
  throw new Refusal({ code: "invalid-request", issues: [{ field, message }] });
}
