import {
  type PriceValues,
  type RatesValues,
  readAuditEntry,
  type ShownAccount,
  type StoredNotification,
  type ValuedPosition,
} from "@trading-oms/brokerage";
import type {
  AccountRecord,
  AuditRecord,
  EpisodeRecord,
  MarkRecord,
  PositionRecord,
  RatesRecord,
} from "@trading-oms/brokerage/ports";
import { type Instrument, type Price, renderPrice } from "@trading-oms/market";
import { stateOf } from "./positions.ts";
import { renderRatio } from "./text.ts";

/** An account for `--json`, as in all functions of this file. */
export function accountJson({
  accountId,
  userId,
  equityVnd,
  openedAtMs,
  changedAtMs,
}: AccountRecord): object {
  return { accountId, userId, equityVnd, openedAtMs, changedAtMs };
}

export function shownAccountJson({ account, episodes, valued }: ShownAccount): object {
  const positions = valued.positions.map((each) => heldPositionJson(each, episodes));
  return { ...accountJson(account), ...valued.figures, positions };
}

/** A position without figures. */
export function positionJson(position: PositionRecord): object {
  const { symbol, quantity, entryVnd, postedVnd, coveredVnd, isClosing, openedAtMs, changedAtMs } = position;
  return { symbol, quantity, entryVnd, postedVnd, coveredVnd, isClosing, openedAtMs, changedAtMs };
}

export function valuedPositionJson({ position, rates, mark, figures }: ValuedPosition): object {
  return {
    ...positionJson(position),
    price: priceOf(mark.price),
    byHand: mark.isByHand,
    markedUnitVnd: mark.unitVnd,
    markedAtMs: mark.atMs ?? null,
    ...figures,
    dealRatio: ratioOf(figures.dealRatio),
    ...ratesOf(rates),
  };
}

/** A position with its figures and state. */
export function heldPositionJson(valued: ValuedPosition, episodes: readonly EpisodeRecord[]): object {
  return { ...valuedPositionJson(valued), state: stateOf(valued, episodes) };
}

export function ratesJson({ level, name, changedAtMs, isLendingEnded, ...rates }: RatesRecord): object {
  return { level, name, ...ratesOf(rates), lending: isLendingEnded ? "ended" : "open", changedAtMs };
}

/** A last price. */
export function markJson({ symbol, price, atMs, isByHand }: MarkRecord): object {
  return { symbol, price: priceOf(price), markedAtMs: atMs, byHand: isByHand };
}

/** An audit entry. An unreadable entry is passed on as text. */
export function auditJson({ place, hash, entry: text }: AuditRecord): object {
  const entry = readAuditEntry(text);
  if (entry === undefined) return { place, hash, unreadable: text };
  if (entry.kind === "price" || entry.kind === "rates") {
    return { ...entry, before: referenceJson(entry.before), after: referenceJson(entry.after), hash };
  }
  if ("quantity" in entry.after) {
    const { markPrice, ...after } = entry.after;
    return { ...entry, after: { ...after, price: priceOf(markPrice) }, hash };
  }
  if (entry.kind !== "cover" && entry.kind !== "release") return { ...entry, hash };
  const { symbol, coveredVnd, markPrice, unitVnd } = entry.after;
  const terms = { price: priceOf(markPrice), markedUnitVnd: unitVnd, ...ratesOf(entry.after) };
  return { ...entry, after: { symbol, coveredVnd, ...terms }, hash };
}

/** The values of a price or of rates, which are absent where none were set. */
function referenceJson(values: PriceValues | RatesValues): object {
  if ("marginRatio" in values) return { ...values, ...ratesOf(values as Ratios) };
  const { markPrice, ...others } = values as PriceValues;
  return markPrice === undefined ? others : { ...others, price: priceOf(markPrice) };
}

/** An instrument, in the form that `instruments import` takes. */
export function instrumentJson(instrument: Instrument): object {
  return { ...instrument, referencePrice: priceOf(instrument.referencePrice) };
}

export function notificationJson(notification: StoredNotification): object {
  const { position } = notification.data;
  if (position === undefined) return notification;
  const { averagePrice, markPrice, dealRatio } = position;
  const snapshot = {
    ...position,
    averagePrice: priceOf(averagePrice),
    markPrice: priceOf(markPrice),
    dealRatio: ratioOf(dealRatio),
    ...ratesOf(position),
  };
  return { ...notification, data: { ...notification.data, position: snapshot } };
}

type Ratios = Pick<RatesRecord, "marginRatio" | "marginCallRate" | "forceCloseRate">;

function ratesOf({ marginRatio, marginCallRate, forceCloseRate }: Ratios): object {
  return {
    marginRatio: ratioOf(marginRatio),
    marginCallRate: ratioOf(marginCallRate),
    forceCloseRate: ratioOf(forceCloseRate),
  };
}

/** A ratio as in the API: 0.5 is a half. */
export function ratioOf(millionths: bigint): number {
  return Number(renderRatio(millionths));
}

/** A price as in the API, in VND or points; null if there is none. */
export function priceOf(price: Price | undefined): number | null {
  return price === undefined ? null : Number(renderPrice(price));
}

/**
 * Renders a value as JSON with money as numbers, on one line without an indent. A bigint that no JSON number represents
 * exactly is left out, and its name is added to `leftOut`.
 */
export function writeJson(value: unknown, leftOut: Set<string>, indent = 2): string {
  return JSON.stringify(
    value,
    (name, each) => (typeof each === "bigint" ? numberOf(name, each) : each),
    indent,
  );

  function numberOf(name: string, whole: bigint): number | undefined {
    const number = Number(whole);
    if (Number.isSafeInteger(number)) return number;
    leftOut.add(name);
    return undefined;
  }
}

/** Tells what JSON could not represent. */
export function describeLeftOut(leftOut: ReadonlySet<string>): string {
  const names = [...leftOut].join(", ");
  return `Left out, because no JSON number represents them exactly: ${names}. To see them, leave out --json.`;
}
