import { findListed } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/companion";
import { Refusal } from "../../../http/errors.ts";
import { type Operation, publicHeaders } from "../../../http/operation.ts";
import type { ClockServices, MarketServices } from "../../../services.ts";
import { wirePrice } from "../../wire/numbers.ts";

/** Lists the prices of the last minutes, of a symbol or of the contract that an alias stands for today. */
export function listPrices(services: MarketServices & ClockServices): Operation<typeof routes.listPrices> {
  return {
    checkServices: () => (services.prices === undefined ? { code: "not_implemented" } : undefined),
    handler: async (c) => {
      const { prices } = services;
      if (prices === undefined) throw new Refusal({ code: "not_implemented" });
      const { symbol } = c.req.valid("param");
      const contract = findListed(services, symbol)?.symbol;
      if (contract === undefined) throw new Refusal({ code: "symbol_not_listed", symbol });
      const rendered = prices.minutesOf(contract).map(({ atMs, open, high, low, close, quantity }) => ({
        time: atMs,
        open: wirePrice(open),
        high: wirePrice(high),
        low: wirePrice(low),
        close: wirePrice(close),
        volume: quantity,
      }));
      return c.json(
        {
          symbol,
          contract: contract === symbol ? null : contract,
          completeSince: prices.completeSinceMs(contract) ?? null,
          prices: rendered,
        },
        200,
        publicHeaders,
      );
    },
  };
}
