import type { z } from "@hono/zod-openapi";
import { type CoveredFigures, previewCover as previewCoverOf } from "@trading-oms/brokerage";
import type { routes, schemas } from "@trading-oms/contract/companion";
import {
  languageOf,
  refreshBook,
  renderCode,
  translatedHeaders,
  useCaseServices,
} from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, ObservationServices, TradingServices } from "../../../services.ts";
import { fractionOf, readAccountKey, renderTriggerPrice, unlessAbsent } from "../account.ts";

/** Tells what setting a covered amount would do. */
export function previewCover(
  services: TradingServices & ClockServices & ObservationServices,
): Operation<typeof routes.previewCover> {
  return async (c) => {
    const { accountId, symbol } = c.req.valid("param");
    const { amount } = c.req.valid("json");
    await refreshBook(services);
    const key = await readAccountKey(services, c, accountId);
    const previewed = unlessAbsent(
      await previewCoverOf(
        useCaseServices(services),
        { ...key, symbol },
        { amountVnd: BigInt(amount), language: languageOf(c.req.header("accept-language")) },
      ),
    );
    const { code, message, before, after, accepted } = previewed;
    return c.json(
      {
        status: code === undefined ? "success" : "failed",
        ...(code === undefined ? {} : { code: renderCode(code) }),
        message,
        accountId,
        symbol,
        amount,
        before: renderFigures(before),
        after: renderFigures(after),
        least: accepted === undefined ? null : Number(accepted.leastVnd),
        most: accepted === undefined ? null : Number(accepted.mostVnd),
      },
      200,
      translatedHeaders,
    );
  };
}

function renderFigures(figures: CoveredFigures): z.output<typeof schemas.CoveredFigures> {
  const { coveredVnd, account, dealRatio, outstandingVnd, callPrice, forceClosePrice } = figures;
  return {
    covered: Number(coveredVnd),
    maintenanceMargin: Number(account.maintenanceMarginVnd),
    tradingPower: Number(account.tradingPowerVnd),
    dealRatio: fractionOf(dealRatio),
    outstanding: Number(outstandingVnd),
    callPrice: renderTriggerPrice(callPrice),
    forceClosePrice: renderTriggerPrice(forceClosePrice),
  };
}
