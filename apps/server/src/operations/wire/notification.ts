/** Notifications, as operation 5 and the stream have them. */
import type { PositionSnapshot, StoredNotification } from "@trading-oms/brokerage";
import { renderFigures } from "./account.ts";
import { maybeAmount, maybeFraction, maybePrice } from "./numbers.ts";
import { renderRates } from "./rates.ts";

/** A notification of a user, each member in one spelling, as the companion's stream has it. */
export function renderNotification(userId: string, told: StoredNotification) {
  return {
    id: told.id,
    userId,
    accountId: told.accountId,
    type: told.type,
    topic: told.topic,
    messageID: told.messageId,
    data: renderData(told.data),
    read: told.isRead,
    createdAt: told.createdAtMs,
    updatedAt: told.updatedAtMs,
  };
}

function renderData({ accountId, symbol, amountVnd, position, account }: StoredNotification["data"]) {
  return {
    ...{ accountId, symbol, amount: maybeAmount(amountVnd) },
    position: position && renderPosition(position),
    account: account && (renderFigures(account, maybeAmount) as Undisclosed),
  };
}

function renderPosition(position: PositionSnapshot): Undisclosed {
  return {
    symbol: position.symbol,
    quantity: maybeAmount(position.quantity),
    averagePrice: maybePrice(position.averagePrice),
    price: maybePrice(position.markPrice),
    priceTime: position.markAtMs,
    marketValue: maybeAmount(position.marketVnd),
    unrealizedResult: maybeAmount(position.unrealizedVnd),
    coveredMarginCall: maybeAmount(position.coveredVnd),
    dealRatio: maybeFraction(position.dealRatio),
    ...renderRates(position, maybeFraction),
    amountNeeded: maybeAmount(position.neededVnd),
  } as Undisclosed;
}

/** The document does not disclose these members, so that their type can't say which JSON leaves out as undefined. */
type Undisclosed = Record<string, string | number>;
