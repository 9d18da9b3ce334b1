import { readMarginRatio } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract";
import { type Operation, privateHeaders, unlessRefused } from "../../../http/operation.ts";
import type { BookServices, ClockServices } from "../../../services.ts";
import { maybeFraction } from "../../wire/numbers.ts";

export function getMarginRatio(
  services: BookServices & ClockServices,
): Operation<typeof routes.getMarginRatio> {
  return async (c) => {
    const { symbol } = c.req.valid("param");
    const { asked, rates, group } = unlessRefused(readMarginRatio(services, symbol), symbol);
    return c.json(
      {
        symbol: asked,
        marginRatio: maybeFraction(rates.marginRatio),
        forceCloseRate: maybeFraction(rates.forceCloseRate),
        marginCallRate: maybeFraction(rates.marginCallRate),
        productGroup: group,
      },
      200,
      privateHeaders,
    );
  };
}
