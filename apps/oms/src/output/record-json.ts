import {
  readAuditEntry,
  type ShownAccount,
  type ToldNotification,
  type ValuedPosition,
} from "@trading-oms/brokerage";
import type {
  AccountRecord,
  AuditRecord,
  MarkRecord,
  PositionRecord,
  RatesRecord,
} from "@trading-oms/brokerage/ports";
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
export function valuedPositionJson({ position, rates, mark, figures }: ValuedPosition): object {
  return {
    ...positionJson(position),
    markedUnitVnd: mark.unitVnd,
    markedAt: mark.atMs === undefined ? undefined : renderTime(mark.atMs),
    ...figures,
    dealRatio: ratioOf(figures.dealRatio),
    ...ratesOf(rates),
  };
}

/** Rates as a program reads them. */
export function ratesJson({ level, name, changedAtMs, ...rates }: RatesRecord): object {
  return { level, name, ...ratesOf(rates), changedAt: renderTime(changedAtMs) };
}

/** A last price as a program reads it. */
export function markJson({ symbol, price, atMs, isByHand }: MarkRecord): object {
  return { symbol, price: Number(renderPrice(price)), markedAt: renderTime(atMs), byHand: isByHand };
}

/** An entry of an audit as a program reads it; one that was not written by us is handed on as it is. */
export function auditJson({ place, hash, entry: text }: AuditRecord): object {
  const entry = readAuditEntry(text);
  if (entry === undefined) return { place, hash, unreadable: text };
  const { atMs, price, unitVnd, rates, ...others } = entry;
  return {
    ...others,
    place,
    at: renderTime(atMs),
    price: price === undefined ? null : Number(renderPrice(price)),
    markedUnitVnd: unitVnd,
    ...ratesOf(rates),
    hash,
  };
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
