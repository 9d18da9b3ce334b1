import {
  listNotifications as listToldNotifications,
  type PositionSnapshot,
  type ToldNotification,
} from "@trading-oms/brokerage";
import { routes } from "@trading-oms/contract";
import { operationOn } from "../operation.ts";
import { wireNumber } from "../wire-number.ts";

/** A page of what the user whom the token names was told. */
export const listNotifications = operationOn(
  routes.listNotifications,
  async ({ query: { limit, offset } }, { userId }, services) => {
    const told = await listToldNotifications(services, userId, { limit, offset });
    return { body: { notifications: told.map((each) => renderNotification(userId, each)), limit, offset } };
  },
);

function renderNotification(userId: string, told: ToldNotification) {
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

function renderData({ accountId, symbol, amountVnd, position, account }: ToldNotification["data"]) {
  return {
    accountId,
    ...(symbol === undefined ? {} : { symbol }),
    ...(amountVnd === undefined ? {} : { amount: wireNumber.of(amountVnd) }),
    ...(position === undefined ? {} : { position: renderPosition(position) }),
    ...(account === undefined
      ? {}
      : {
          account: {
            totalEquity: wireNumber.of(account.totalEquityVnd),
            maintenanceMargin: wireNumber.of(account.maintenanceMarginVnd),
            tradingPower: wireNumber.of(account.tradingPowerVnd),
          },
        }),
  };
}

function renderPosition(position: PositionSnapshot) {
  return {
    symbol: position.symbol,
    quantity: wireNumber.of(position.quantity),
    averagePrice: wireNumber.ofPrice(position.averagePrice),
    price: wireNumber.ofPrice(position.markPrice),
    ...(position.markAtMs === undefined ? {} : { priceTime: position.markAtMs }),
    marketValue: wireNumber.of(position.marketVnd),
    unrealizedResult: wireNumber.of(position.unrealizedVnd),
    coveredMarginCall: wireNumber.of(position.coveredVnd),
    dealRatio: wireNumber.ofMillionths(position.dealRatio),
    marginRatio: wireNumber.ofMillionths(position.marginRatio),
    marginCallRate: wireNumber.ofMillionths(position.marginCallRate),
    forceCloseRate: wireNumber.ofMillionths(position.forceCloseRate),
    amountNeeded: wireNumber.of(position.neededVnd),
  };
}
