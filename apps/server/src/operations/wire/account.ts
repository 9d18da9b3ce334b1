/** Accounts and their positions, as answers and the stream of the companion have them. */
import type { z } from "@hono/zod-openapi";
import type { AccountStatus, PositionStatus } from "@trading-oms/brokerage";
import type { schemas } from "@trading-oms/contract/companion";
import { orNull, wireAmount, wireFraction, wirePrice } from "./numbers.ts";
import { renderRates } from "./rates.ts";

export function renderFigures<Written>(
  figures: Pick<AccountStatus["figures"], "totalEquityVnd" | "maintenanceMarginVnd" | "tradingPowerVnd">,
  write: (vnd: bigint) => Written,
) {
  return {
    totalEquity: write(figures.totalEquityVnd),
    maintenanceMargin: write(figures.maintenanceMarginVnd),
    tradingPower: write(figures.tradingPowerVnd),
  };
}

export function renderSummary(
  { accountId, figures, outstandingVnd, openCallCount }: Omit<AccountStatus, "kind" | "positions">,
  positionCount: number,
): z.output<typeof schemas.AccountSummary> {
  const outstanding = wireAmount(outstandingVnd);
  return { accountId, ...renderFigures(figures, wireAmount), outstanding, positionCount, openCallCount };
}

export function renderAccount(status: AccountStatus): z.output<typeof schemas.Account> {
  const positions = status.positions.map(renderPosition);
  return { ...renderSummary(status, positions.length), positions };
}

function renderPosition(position: PositionStatus): z.output<typeof schemas.Position> {
  return {
    symbol: position.symbol,
    quantity: wireAmount(position.quantity),
    averagePrice: wirePrice(position.averagePrice),
    posted: wireAmount(position.postedVnd),
    price: wirePrice(position.markPrice),
    priceTime: position.markAtMs ?? null,
    isStale: position.isStale,
    marketValue: wireAmount(position.marketVnd),
    unrealizedResult: wireAmount(position.unrealizedVnd),
    covered: wireAmount(position.coveredVnd),
    dealRatio: wireFraction(position.dealRatio),
    ...renderRates(position, wireFraction),
    amountNeeded: wireAmount(position.neededVnd),
    outstanding: wireAmount(position.outstandingVnd),
    callPrice: orNull(position.callPrice, wirePrice),
    forceClosePrice: orNull(position.forceClosePrice, wirePrice),
    state: position.state,
    calledSince: position.call?.sinceMs ?? null,
    reminders: position.call?.reminders ?? 0,
  };
}
