import { setRates } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { type Operation, translatedHeaders, unlessRefused } from "../../../http/operation.ts";
import type { ChangeServices } from "../../../services.ts";
import { renderRatesAnswer } from "../../wire/rates.ts";
import { readOrder, showChange } from "../change.ts";

/** Removes the rates of a symbol, a product or a group, so that those of the next level hold. */
export function removeRates(services: ChangeServices): Operation<typeof routes.removeRates> {
  return async (c) => {
    const body = c.req.valid("json");
    const { level, name, confirm, reason } = body;
    const order = await readOrder(services, c, body);
    const removal = { level, name, rates: undefined, isConfirmed: confirm, reason, ...order };
    const rates = unlessRefused(await setRates(services, removal));
    await showChange(services, c);
    return c.json(renderRatesAnswer(rates), 200, translatedHeaders);
  };
}
