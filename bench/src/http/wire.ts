import { listNotifications, readMarginRatio, type StoredNotification } from "@trading-oms/brokerage";
import type { FoundEntries, Work } from "./work.ts";

// The bodies and headers of our answers, built the plain way.

/** The path of the symbol search, followed by the term. */
export const searchPath = "/api/v1/MarketData/GetSymbolSearch/";

/** The body of a margin ratio response. */
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

/** The body of a page of notifications. */
export async function pageOf(work: Work, userId: string, limit: number, offset: number): Promise<object> {
  const page = await listNotifications(work, userId, { limit, offset });
  const notifications = page.map(({ data, ...each }) => ({
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

function dataOf({ accountId, symbol, amountVnd, position, account }: StoredNotification["data"]): object {
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

/** The envelope of a search response, without its entries. */
export function searchHeadOf(id: string, beganMs: number, { quotedAtMs }: FoundEntries): object {
  return {
    isSuccess: true,
    returnCode: 0,
    serviceInstance: [{ serviceType: "oms", instanceID: "oms-00f067aa0ba902b7", lastUnixTime: Date.now() }],
    requestID: id,
    requestType: "GetSymbolSearch",
    dataType: "SymbolSearch",
    executionTime: Math.round((performance.now() - beganMs) * 1_000) / 1_000,
    lastTime: quotedAtMs,
  };
}

const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The headers of our search response, so that no peer sends fewer. The ETag costs the peer nothing. */
export function searchHeadersOf(id: string): Record<string, string> {
  return {
    ...securityHeaders,
    "content-type": "application/json; charset=utf-8",
    "cache-control": "public, no-cache",
    etag: 'W/"0123456789abcdef"',
    "x-request-id": id,
    traceparent: `00-${id}-00f067aa0ba902b7-01`,
  };
}

const text = { type: "string" } as const;
const number = { type: "number" } as const;
const open = { type: "object", additionalProperties: true } as const;

/** Fastify's response schema for a margin ratio. */
export const marginRatioSchema: object = {
  type: "object",
  properties: {
    symbol: text,
    marginRatio: number,
    forceCloseRate: number,
    marginCallRate: number,
    productGroup: text,
  },
};

const notificationSchema = {
  type: "object",
  properties: {
    id: number,
    user_id: text,
    userId: text,
    account_id: text,
    accountId: text,
    type: text,
    topic: text,
    message_id: text,
    messageID: text,
    data: {
      type: "object",
      properties: { accountId: text, symbol: text, amount: number, position: open, account: open },
    },
    read: { type: "boolean" },
    created_at: number,
    createdAt: number,
    updated_at: number,
    updatedAt: number,
  },
};

/** Fastify's response schema for a page of notifications. */
export const pageSchema: object = {
  type: "object",
  properties: { notifications: { type: "array", items: notificationSchema }, limit: number, offset: number },
};
