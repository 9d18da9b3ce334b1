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
    accountId,
    ...(symbol === undefined ? {} : { symbol }),
    ...(amountVnd === undefined ? {} : { amount: maybeAmount(amountVnd) }),
    ...(position === undefined ? {} : { position: renderPosition(position) }),
    ...(account === undefined ? {} : { account: withoutUndefined(renderFigures(account, maybeAmount)) }),
  };
}

function renderPosition(position: PositionSnapshot) {
  return withoutUndefined({
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
  });
}

/** The document does not disclose these members, so that their type can't say which may be absent. */
function withoutUndefined(
  members: Readonly<Record<string, string | number | undefined>>,
): Record<string, string | number> {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Record<string, string | number>;
}
