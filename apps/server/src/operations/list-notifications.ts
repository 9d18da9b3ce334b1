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
    ...(amountVnd === undefined ? {} : { amount: wireNumber.ifExact(amountVnd) }),
    ...(position === undefined ? {} : { position: renderPosition(position) }),
    ...(account === undefined
      ? {}
      : {
          account: {
            totalEquity: wireNumber.ifExact(account.totalEquityVnd),
            maintenanceMargin: wireNumber.ifExact(account.maintenanceMarginVnd),
            tradingPower: wireNumber.ifExact(account.tradingPowerVnd),
          },
        }),
  };
}

function renderPosition(position: PositionSnapshot) {
  return {
    symbol: position.symbol,
    quantity: wireNumber.ofCount(position.quantity),
    averagePrice: wireNumber.ofPrice(position.averagePrice),
    price: wireNumber.ofPrice(position.markPrice),
    ...(position.markAtMs === undefined ? {} : { priceTime: position.markAtMs }),
    marketValue: wireNumber.ifExact(position.marketVnd),
    unrealizedResult: wireNumber.ifExact(position.unrealizedVnd),
    coveredMarginCall: wireNumber.ifExact(position.coveredVnd),
    dealRatio: wireNumber.ofMillionths(position.dealRatio),
    marginRatio: wireNumber.ofMillionths(position.marginRatio),
    marginCallRate: wireNumber.ofMillionths(position.marginCallRate),
    forceCloseRate: wireNumber.ofMillionths(position.forceCloseRate),
    amountNeeded: wireNumber.ifExact(position.neededVnd),
  };
}
