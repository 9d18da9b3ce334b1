import type { z } from "@hono/zod-openapi";
import { listWarnings, readAllRates, readRatesOf, type TextLanguage } from "@trading-oms/brokerage";
import type { RatesRecord } from "@trading-oms/brokerage/ports";
import type { routes, schemas } from "@trading-oms/contract/operator";
import { languageOf, type Operation, translatedHeaders } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { wireFraction } from "../../wire/numbers.ts";
import { renderRates } from "../../wire/rates.ts";

export function listRates(services: TradingServices): Operation<typeof routes.listRates> {
  return async (c) => {
    const { level, name, symbol, limit, offset } = c.req.valid("query");
    const all = await readRecords(services, symbol);
    const found = all.filter(
      (each) => (level ?? each.level) === each.level && (name ?? each.name) === each.name,
    );
    const language = languageOf(c.req.header("accept-language"));
    const rates = found.slice(offset, offset + limit).map((each) => renderRecord(services, each, language));
    return c.json({ total: found.length, rates }, 200, translatedHeaders);
  };
}

/** All records, or those of a symbol with the one in force first. */
async function readRecords(
  { store, book }: TradingServices,
  symbol: string | undefined,
): Promise<RatesRecord[]> {
  if (symbol === undefined) return [...(await readAllRates(store)).values()];
  const instrument = book.findInstrument(symbol);
  return instrument === undefined ? [] : readRatesOf({ store }, instrument);
}

function renderRecord(
  { book }: Pick<TradingServices, "book">,
  { level, name, changedAtMs, isLendingEnded = false, ...rates }: RatesRecord,
  language: TextLanguage,
): z.output<typeof schemas.Rates> {
  const instrument = level === "symbol" ? book.findInstrument(name) : undefined;
  return {
    level,
    name,
    ...renderRates(rates, wireFraction),
    isLendingEnded,
    warnings: listWarnings({ level, name, rates, isLendingEnded }, instrument, language),
    changedAt: changedAtMs,
  };
}
