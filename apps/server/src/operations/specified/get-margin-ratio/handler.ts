import type { RouteHandler } from "@hono/zod-openapi";
import { readMarginRatio } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract";
import { Refusal } from "../../../http/errors.ts";
import { privateHeaders, refreshBook } from "../../../http/operation.ts";
import type { AppEnv } from "../../../http/request-context.ts";
import type { BookServices, ClockServices } from "../../../services.ts";
import { maybeFraction } from "../../wire/numbers.ts";

/** Returns the margin figures in force for a symbol, an alias or a product. */
export function getMarginRatio(
  services: BookServices & ClockServices,
): RouteHandler<typeof routes.getMarginRatio, AppEnv> {
  return async (c) => {
    const { symbol } = c.req.valid("param");
    await refreshBook(services);
    const found = readMarginRatio(services, symbol);
    if (found.kind === "refused") throw new Refusal({ code: "symbol_not_listed", symbol });
    const { asked, rates, group } = found;
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
