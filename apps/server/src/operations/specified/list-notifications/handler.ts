import type { RouteHandler } from "@hono/zod-openapi";
import {
  listNotifications as listToldNotifications,
  type PositionSnapshot,
  type StoredNotification,
} from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract";
import { privateHeaders, refreshBook } from "../../../http/operation.ts";
import type { AppEnv } from "../../../http/request-context.ts";
import type { TradingServices } from "../../../services.ts";
import { wireNumber } from "../../wire-number.ts";

/** Returns a page of the user's notifications. */
export function listNotifications(
  services: TradingServices,
): RouteHandler<typeof routes.listNotifications, AppEnv> {
  return async (c) => {
    const { limit, offset } = c.req.valid("query");
    const userId = c.get("userId");
    await refreshBook(services);
    const told = await listToldNotifications(services, userId, { limit, offset });
    const notifications = told.map((each) => renderNotification(userId, each));
    return c.json({ notifications, limit, offset }, 200, privateHeaders);
  };
}

/** A notification of a user. */
export function renderNotification(userId: string, told: StoredNotification) {
  return {
    id: told.id,
    user_id: userId,
    userId,
    account_id: told.accountId,
    accountId: told.accountId,
    type: told.type,
    topic: told.topic,
    message_id: told.messageId,
    messageID: told.messageId,
    data: renderData(told.data),
    read: told.isRead,
    created_at: told.createdAtMs,
    createdAt: told.createdAtMs,
    updated_at: told.updatedAtMs,
    updatedAt: told.updatedAtMs,
  };
}

function renderData({ accountId, symbol, amountVnd, position, account }: StoredNotification["data"]) {
  return {
    accountId,
    ...(symbol === undefined ? {} : { symbol }),
    ...(amountVnd === undefined ? {} : { amount: wireNumber.of(amountVnd) }),
    ...(position === undefined ? {} : { position: renderPosition(position) }),
    ...(account === undefined
      ? {}
      : {
          account: withoutUndefined({
            totalEquity: wireNumber.of(account.totalEquityVnd),
            maintenanceMargin: wireNumber.of(account.maintenanceMarginVnd),
            tradingPower: wireNumber.of(account.tradingPowerVnd),
          }),
        }),
  };
}

function renderPosition(position: PositionSnapshot) {
  return withoutUndefined({
    symbol: position.symbol,
    quantity: wireNumber.of(position.quantity),
    averagePrice: wireNumber.ofPrice(position.averagePrice),
    price: wireNumber.ofPrice(position.markPrice),
    priceTime: position.markAtMs,
    marketValue: wireNumber.of(position.marketVnd),
    unrealizedResult: wireNumber.of(position.unrealizedVnd),
    coveredMarginCall: wireNumber.of(position.coveredVnd),
    dealRatio: wireNumber.ofMillionths(position.dealRatio),
    marginRatio: wireNumber.ofMillionths(position.marginRatio),
    marginCallRate: wireNumber.ofMillionths(position.marginCallRate),
    forceCloseRate: wireNumber.ofMillionths(position.forceCloseRate),
    amountNeeded: wireNumber.of(position.neededVnd),
  });
}

/** Omits values that JSON numbers cannot represent exactly. */
function withoutUndefined(
  members: Readonly<Record<string, string | number | undefined>>,
): Record<string, string | number> {
  const present: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) present[name] = value;
  return present;
}
