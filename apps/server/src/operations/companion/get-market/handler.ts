import type { routes } from "@trading-oms/contract/companion";
import { type Operation, publicHeaders } from "../../../http/operation.ts";
import type { ClockServices, MarketServices } from "../../../services.ts";
import { renderMarket } from "../../wire/market.ts";

/** Tells the sessions of the exchanges, the holidays ahead, what is halted and the state of the feed. */
export function getMarket(services: MarketServices & ClockServices): Operation<typeof routes.getMarket> {
  return async (c) => {
    return c.json(renderMarket(services), 200, publicHeaders);
  };
}
