import type { ShownAccount, ToldNotification, ValuedPosition } from "@trading-oms/brokerage";
import type { AccountRecord, PositionRecord, RatesRecord } from "@trading-oms/brokerage/ports";
import { type Instrument, renderPrice } from "@trading-oms/market";
import { renderRatio } from "./render-ratio.ts";
import { renderTime } from "./render-time.ts";

/** An account as a program reads it. */
export function accountJson({
  userId,
  accountId,
  equityVnd,
  openedAtMs,
  changedAtMs,
}: AccountRecord): object {
  return {
    accountId,
    userId,
    equityVnd,
    openedAt: renderTime(openedAtMs),
    changedAt: renderTime(changedAtMs),
  };
}

/** An account with its figures and positions as a program reads it. */
export function shownAccountJson({ account, valued }: ShownAccount): object {
  return { ...accountJson(account), ...valued.figures, positions: valued.positions.map(valuedPositionJson) };
}

/** A position as a program reads it. */
export function positionJson({ openedAtMs, changedAtMs, ...position }: PositionRecord): object {
  return { ...position, openedAt: renderTime(openedAtMs), changedAt: renderTime(changedAtMs) };
}

/** A position with its figures as a program reads it. */
export function valuedPositionJson({ position, rates, unitVnd, figures }: ValuedPosition): object {
  return {
    ...positionJson(position),
    markedUnitVnd: unitVnd,
    ...figures,
    dealRatio: ratioOf(figures.dealRatio),
    ...ratesOf(rates),
  };
}

/** Rates as a program reads them. */
export function ratesJson({ level, name, changedAtMs, ...rates }: RatesRecord): object {
  return { level, name, ...ratesOf(rates), changedAt: renderTime(changedAtMs) };
}

/** An instrument as a program reads it, and as an import takes it. */
export function instrumentJson(instrument: Instrument): object {
  return { ...instrument, referencePrice: Number(renderPrice(instrument.referencePrice)) };
}

/** A notification as a program reads it. */
export function notificationJson({ createdAtMs, updatedAtMs, ...told }: ToldNotification): object {
  return { ...told, createdAt: renderTime(createdAtMs), updatedAt: renderTime(updatedAtMs) };
}

type Ratios = Pick<RatesRecord, "marginRatio" | "marginCallRate" | "forceCloseRate">;

function ratesOf({ marginRatio, marginCallRate, forceCloseRate }: Ratios): object {
  return {
    marginRatio: ratioOf(marginRatio),
    marginCallRate: ratioOf(marginCallRate),
    forceCloseRate: ratioOf(forceCloseRate),
  };
}

function ratioOf(millionths: bigint): number {
  return Number(renderRatio(millionths));
}
