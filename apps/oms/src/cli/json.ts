import type { ShownAccount, StoredNotification, ValuedPosition } from "@trading-oms/brokerage";
import type { AccountRecord, EpisodeRecord, PositionRecord, RatesRecord } from "@trading-oms/brokerage/ports";
import { type Price, renderPrice } from "@trading-oms/market";
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
