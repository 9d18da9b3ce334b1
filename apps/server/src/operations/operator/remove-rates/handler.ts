import { setRates } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { refreshBook, translatedHeaders, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, ObservationServices, TradingServices } from "../../../services.ts";
import { readOrder, unlessRefused } from "../change.ts";
import { renderRates } from "../rates.ts";

/** Removes the rates of a symbol, a product or a group, so that those of the next level hold. */
export function removeRates(
  services: TradingServices & ClockServices & ObservationServices,
): Operation<typeof routes.removeRates> {
  return async (c) => {
    const body = c.req.valid("json");
    const { level, name, reason } = body;
    await refreshBook(services);
    const order = await readOrder(services, c, c.req.valid("header")["Idempotency-Key"], body);
    const removal = { level, name, rates: undefined, reason, ...order };
    return c.json(
      renderRates(unlessRefused(await setRates(useCaseServices(services), removal))),
      200,
      translatedHeaders,
    );
  };
}
