/** Calls and the figures of the desk, as the lists of the operator have them. */
import type { z } from "@hono/zod-openapi";
import type { DeskFigures, OpenCall, ValuedPosition } from "@trading-oms/brokerage";
import type { ContactRecord } from "@trading-oms/brokerage/ports";
import type { schemas } from "@trading-oms/contract/operator";
import { productGroupOf } from "@trading-oms/market";
import { orNull, wireAmount, wireFraction, wirePrice } from "./numbers.ts";
import { renderRates } from "./rates.ts";

export function renderCall(call: OpenCall): z.output<typeof schemas.Call> {
  const { accountId, userId, valued, state, openedAtMs, dueAtMs, due, outstandingVnd, lastContact } = call;
  const { position, instrument, rates, figures } = valued;
  return {
    accountId,
    userId,
    symbol: position.symbol,
    group: productGroupOf(instrument.exchange),
    quantity: wireAmount(position.quantity),
    state,
    openedAt: openedAtMs,
    dueAt: dueAtMs ?? null,
    due,
    dealRatio: wireFraction(figures.dealRatio),
    ...renderRates(rates, wireFraction),
    covered: wireAmount(position.coveredVnd),
    needed: wireAmount(figures.neededVnd),
    outstanding: wireAmount(outstandingVnd),
    ...renderPriced(valued),
    lastContact: lastContact === undefined ? null : renderContact(lastContact),
  };
}

export function renderPriced({ mark }: Pick<ValuedPosition, "mark">): {
  readonly price: number;
  readonly priceTime: number | null;
} {
  return { price: wirePrice(mark.price ?? 0n), priceTime: mark.atMs ?? null };
}

/** The figures that are kept for each minute. */
export function renderDayFigures(figures: DeskFigures) {
  return {
    openCalls: figures.openCalls,
    outstanding: wireAmount(figures.outstandingVnd),
    dueToday: figures.dueToday,
    overdue: figures.overdue,
    marketValue: wireAmount(figures.marketVnd),
  };
}

export function renderContact(contact: ContactRecord): z.output<typeof schemas.Contact> {
  const { atMs, by, method, answer, promisedVnd, promisedUntilMs, note } = contact;
  return {
    ...{ time: atMs, by, method, answer, note },
    promisedAmount: orNull(promisedVnd, wireAmount),
    promisedUntil: promisedUntilMs ?? null,
  };
}
