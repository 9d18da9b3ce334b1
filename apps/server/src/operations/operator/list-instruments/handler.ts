import type { z } from "@hono/zod-openapi";
import { type InstrumentPrice, readInstrumentPrices } from "@trading-oms/brokerage";
import type { routes, schemas } from "@trading-oms/contract/operator";
import { productGroupOf } from "@trading-oms/market";
import { type Operation, privateHeaders } from "../../../http/operation.ts";
import type { MarketServices, TradingServices } from "../../../services.ts";
import { orNull, wirePrice } from "../../wire/numbers.ts";

/** Lists instruments that a search finds, or the first ones, with their last prices. */
export function listInstruments(
  services: MarketServices & TradingServices,
): Operation<typeof routes.listInstruments> {
  return async (c) => {
    const { query, limit } = c.req.valid("query");
    const symbols = query === undefined ? listSymbols(services) : await search(services, query);
    const instruments = symbols
      .slice(0, limit)
      .flatMap((symbol) => services.book.findInstrument(symbol) ?? []);
    const priced = await readInstrumentPrices(services, instruments);
    return c.json({ instruments: priced.map(renderPrice) }, 200, privateHeaders);
  };
}

function listSymbols({ book }: MarketServices): string[] {
  return [...book.listEntries().keys()].toSorted();
}

async function search({ board }: MarketServices, query: string): Promise<string[]> {
  await board.whenReady?.(query);
  return board.search(query).found.map(({ instrument }) => instrument.symbol);
}

function renderPrice(priced: InstrumentPrice): z.output<typeof schemas.InstrumentPrice> {
  const { instrument, last, source, floorPrice, ceilingPrice } = priced;
  const { symbol, name, exchange, industryName, referencePrice } = instrument;
  return {
    symbol,
    name,
    exchange,
    group: productGroupOf(exchange),
    industry: industryName ?? null,
    price: orNull(last?.price, wirePrice),
    priceTime: last?.atMs ?? null,
    source,
    referencePrice: wirePrice(referencePrice),
    ceilingPrice: wirePrice(ceilingPrice),
    floorPrice: wirePrice(floorPrice),
  };
}
