const text = { type: "string" } as const;
const number = { type: "number" } as const;

/** What Fastify writes a margin ratio by. */
export const marginRatioSchema = {
  type: "object",
  properties: {
    symbol: text,
    marginRatio: number,
    forceCloseRate: number,
    marginCallRate: number,
    productGroup: text,
  },
} as const;

const open = { type: "object", additionalProperties: true } as const;

const notification = {
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
} as const;

/** What Fastify writes a page by. */
export const pageSchema = {
  type: "object",
  properties: { notifications: { type: "array", items: notification }, limit: number, offset: number },
} as const;

const numbers = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, number]));
const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]));
const list = (items: object) => ({ type: "array", items });
const maybe = (properties: object) => ({ type: ["object", "null"], properties });

const level = { type: "object", properties: numbers("prc", "vol") };
const side = {
  type: "object",
  properties: { ...texts("symbol"), ...numbers("way", "vwapPrice", "totalValue", "totalVol", "tradeCount") },
};

const symbolEntry = {
  type: "object",
  properties: {
    ...texts("symbol", "companyName", "sectorLvl1", "sectorLvl2", "sectorLvl3", "industryName", "logoId"),
    stat: {
      type: "object",
      properties: {
        ...texts("id", "symbol", "type"),
        ...numbers("lot", "minQty", "maxQty", "prcStep"),
        ...texts(
          "name",
          "productGroupID",
          "tickerCode",
          "symbolName",
          "underlyingSymbolCode",
          "expirationDate",
        ),
        ...numbers("contractSize"),
      },
    },
    news: list(open),
    sentiment: maybe({
      ...numbers("bullish", "bullishPercent", "bullishTime", "bearish", "bearishPercent", "bearishTime"),
    }),
    info: maybe({
      ...texts("id"),
      ...numbers("seq", "time"),
      ...texts("symbol", "boardID"),
      ...numbers("nomiPrc", "ceilPrc", "floorPrc", "lsPrc", "lsVol", "openPrc", "highPrc", "lowPrc"),
      ...numbers("vWAP", "totVol", "totVal"),
      ...texts("tradingSession"),
      ...numbers("openInterest"),
    }),
    depth: maybe({
      ...numbers("seq", "time"),
      ...texts("symbol", "boardID"),
      bidPriceDepth: list(level),
      askPriceDepth: list(level),
    }),
    trend: maybe({ buyUp: side, sellDown: side, ...numbers("buyUpPct", "sellDownPct", "gapValue") }),
  },
};

/** What Fastify writes the answer to a search by. */
export const symbolSearchSchema: object = {
  type: "object",
  properties: {
    isSuccess: { type: "boolean" },
    ...numbers("returnCode"),
    serviceInstance: list({
      type: "object",
      properties: { ...texts("serviceType", "instanceID"), ...numbers("lastUnixTime") },
    }),
    ...texts("requestID", "algoID", "positionID", "requestType", "dataType"),
    ...numbers("executionTime", "lastTime"),
    data: list(symbolEntry),
  },
};
