import type { z } from "@hono/zod-openapi";
import { type CoveredFigures, previewCover as previewCoverOf } from "@trading-oms/brokerage";
import type { routes, schemas } from "@trading-oms/contract/companion";
import {
  languageOf,
  type Operation,
  renderStatus,
  translatedHeaders,
  unlessRefused,
} from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { orNull, wireAmount, wireFraction, wirePrice } from "../../wire/numbers.ts";
import { readAccountKey } from "../account.ts";

export function previewCover(services: TradingServices): Operation<typeof routes.previewCover> {
  return async (c) => {
    const { accountId, symbol } = c.req.valid("param");
    const { amount } = c.req.valid("json");
    const key = await readAccountKey(services, c, accountId);
    const { code, message, before, after, accepted } = unlessRefused(
      await previewCoverOf(
        services,
        { ...key, symbol },
        { amountVnd: BigInt(amount), language: languageOf(c.req.header("accept-language")) },
      ),
    );
    return c.json(
      {
        ...renderStatus(code),
        message,
        accountId,
        symbol,
        amount,
        before: renderCovered(before),
        after: renderCovered(after),
        least: orNull(accepted?.leastVnd, wireAmount),
        most: orNull(accepted?.mostVnd, wireAmount),
      },
      200,
      translatedHeaders,
    );
  };
}

function renderCovered(figures: CoveredFigures): z.output<typeof schemas.CoveredFigures> {
  const { coveredVnd, account, dealRatio, outstandingVnd, callPrice, forceClosePrice } = figures;
  return {
    covered: wireAmount(coveredVnd),
    maintenanceMargin: wireAmount(account.maintenanceMarginVnd),
    tradingPower: wireAmount(account.tradingPowerVnd),
    dealRatio: wireFraction(dealRatio),
    outstanding: wireAmount(outstandingVnd),
    callPrice: orNull(callPrice, wirePrice),
    forceClosePrice: orNull(forceClosePrice, wirePrice),
  };
}
