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
