import { listNotifications, readMarginRatio, type ToldNotification } from "@trading-oms/brokerage";
import type { Work } from "./contender.ts";

/** The body of a margin ratio as any server would put it together. */
export function marginRatioOf({ book }: Work, symbol: string): object | undefined {
  const found = readMarginRatio({ book, now: () => Date.now() }, symbol);
  if (found.kind === "refused") return undefined;
  return {
    symbol: found.asked,
    marginRatio: Number(found.rates.marginRatio) / 1e6,
    forceCloseRate: Number(found.rates.forceCloseRate) / 1e6,
    marginCallRate: Number(found.rates.marginCallRate) / 1e6,
    productGroup: found.group,
  };
}

/** The body of a page of notifications as any server would put it together. */
export async function pageOf(work: Work, userId: string, limit: number, offset: number): Promise<object> {
  const told = await listNotifications(work, userId, { limit, offset });
  const notifications = told.map(({ data, ...each }) => ({
    id: each.id,
    user_id: userId,
    userId,
    account_id: each.accountId,
    accountId: each.accountId,
    type: each.type,
    topic: each.topic,
    message_id: each.messageId,
    messageID: each.messageId,
    data: dataOf(data),
    read: each.isRead,
    created_at: each.createdAtMs,
    createdAt: each.createdAtMs,
    updated_at: each.updatedAtMs,
    updatedAt: each.updatedAtMs,
  }));
  return { notifications, limit, offset };
}

function dataOf({ accountId, symbol, amountVnd, position, account }: ToldNotification["data"]): object {
  return {
    accountId,
    ...(symbol !== undefined && { symbol }),
    amount: Number(amountVnd),
    ...(position !== undefined && {
      position: {
        symbol: position.symbol,
        quantity: Number(position.quantity),
        averagePrice: Number(position.averagePrice) / 1e3,
        price: Number(position.markPrice) / 1e3,
        ...(position.markAtMs !== undefined && { priceTime: position.markAtMs }),
        marketValue: Number(position.marketVnd),
        unrealizedResult: Number(position.unrealizedVnd),
        coveredMarginCall: Number(position.coveredVnd),
        dealRatio: Number(position.dealRatio) / 1e6,
        marginRatio: Number(position.marginRatio) / 1e6,
        marginCallRate: Number(position.marginCallRate) / 1e6,
        forceCloseRate: Number(position.forceCloseRate) / 1e6,
        amountNeeded: Number(position.neededVnd),
      },
    }),
    account: account && {
      totalEquity: Number(account.totalEquityVnd),
      maintenanceMargin: Number(account.maintenanceMarginVnd),
      tradingPower: Number(account.tradingPowerVnd),
    },
  };
}

/** The headers that an answer of ours carries, so that nobody writes fewer. */
export function headersOf(id: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "private, no-store",
    vary: "Authorization",
    "x-request-id": id,
    traceparent: `00-${id}-00f067aa0ba902b7-01`,
  };
}
