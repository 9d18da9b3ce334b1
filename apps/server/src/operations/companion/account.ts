/** Accounts as the operations of the companion send them, and who may read which. */

import type { z } from "@hono/zod-openapi";
import { includesRole } from "@trading-oms/access";
import {
  type AccountStatus,
  findReadableKey,
  type PositionStatus,
  type Refusal as UseCaseRefusal,
} from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import type { schemas } from "@trading-oms/contract/companion";
import { nearestNumber, type Price } from "@trading-oms/market";
import type { Context } from "hono";
import { Refusal } from "../../http/errors.ts";
import type { AppEnv } from "../../http/request-context.ts";
import type { TradingServices } from "../../services.ts";

/** The key of the account in the path: any account for a viewer, else one of the user's own. */
export async function readAccountKey(
  services: Pick<TradingServices, "store">,
  c: Context<AppEnv>,
  accountId: string,
): Promise<AccountKey> {
  const mayReadAll = includesRole(c.get("role"), "viewer");
  return unlessAbsent(await findReadableKey(services, { userId: c.get("userId"), accountId, mayReadAll }));
}

/** Answers 404 for what is not there, alike for what belongs to others. */
export function unlessAbsent<Found extends object>(
  found: Found | UseCaseRefusal,
): Exclude<Found, UseCaseRefusal> {
  if (!("kind" in found) || found.kind !== "refused") return found as Exclude<Found, UseCaseRefusal>;
  const { code } = found as UseCaseRefusal;
  throw new Refusal({ code: code === "no-such-position" ? "position-not-found" : "account-not-found" });
}

/** An account without its positions. */
export function renderSummary(status: AccountStatus): z.output<typeof schemas.AccountSummary> {
  const { accountId, figures, outstandingVnd, positions, openCallCount } = status;
  return {
    accountId,
    totalEquity: Number(figures.totalEquityVnd),
    maintenanceMargin: Number(figures.maintenanceMarginVnd),
    tradingPower: Number(figures.tradingPowerVnd),
    outstanding: Number(outstandingVnd),
    positionCount: positions.length,
    openCallCount,
  };
}

/** An account with its positions. */
export function renderAccount(status: AccountStatus): z.output<typeof schemas.Account> {
  return { ...renderSummary(status), positions: status.positions.map(renderPosition) };
}

function renderPosition(position: PositionStatus): z.output<typeof schemas.Position> {
  return {
    symbol: position.symbol,
    quantity: Number(position.quantity),
    averagePrice: nearestNumber(position.averagePrice),
    posted: Number(position.postedVnd),
    price: nearestNumber(position.markPrice),
    priceTime: position.markAtMs ?? null,
    isStale: position.isStale,
    marketValue: Number(position.marketVnd),
    unrealizedResult: Number(position.unrealizedVnd),
    covered: Number(position.coveredVnd),
    dealRatio: fractionOf(position.dealRatio),
    marginRatio: fractionOf(position.marginRatio),
    marginCallRate: fractionOf(position.marginCallRate),
    forceCloseRate: fractionOf(position.forceCloseRate),
    amountNeeded: Number(position.neededVnd),
    outstanding: Number(position.outstandingVnd),
    callPrice: renderTriggerPrice(position.callPrice),
    forceClosePrice: renderTriggerPrice(position.forceClosePrice),
    state: position.state,
    calledSince: position.call?.sinceMs ?? null,
    reminders: position.call?.reminders ?? 0,
  };
}

/** A ratio in millionths as a fraction. */
export function fractionOf(millionths: bigint): number {
  return Number(millionths) / 1_000_000;
}

/** A price at which a rate is reached, or null. */
export function renderTriggerPrice(price: Price | undefined): number | null {
  return price === undefined ? null : nearestNumber(price);
}
