/** Adjusts one position by the corporate actions of an ex-date. */
import { type Adjustment, adjustPosition } from "@trading-oms/margin";
import { type CalendarDate, calendarDateOf, type Instrument, isCalendarDate } from "@trading-oms/market";
import { type ChangeOrigin, draftAudit } from "../accounts/audit.ts";
import { evaluateChange } from "../accounts/episodes.ts";
import type { PositionKey } from "../accounts/positions.ts";
import { type AlreadyDone, type Decision, settleChange } from "../accounts/settle-change.ts";
import { exactJson } from "../exact-json.ts";
import { checkNames } from "../names.ts";
import type { AccountState, ExDateRecord, PositionRecord, PricedAccount } from "../ports/index.ts";
import { readDay } from "../quotes/held-back.ts";
import { readKnownPrices } from "../quotes/symbol-facts.ts";
import { findInstrument } from "../reference/catalog.ts";
import { readEffectiveRates } from "../reference/rates.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { refuseReused } from "./ex-dates.ts";

/** The corporate actions of an ex-date, and who orders the adjustment. */
export type AdjustmentOrder = ChangeOrigin & {
  readonly symbol: string;
  readonly date: CalendarDate;
  /** Tells adjustments of one symbol and day apart: each is applied once. The names of its actions if omitted. */
  readonly id?: string | undefined;
  readonly adjustment: Adjustment;
};

export type AdjustedPosition = {
  readonly kind: "done";
  /** Undefined for a repeat. */
  readonly position: PositionRecord | undefined;
  /** Whether it was adjusted before under the same id, so that nothing was changed now. */
  readonly isRepeat: boolean;
  /** What happened to the call of the position. */
  readonly call: "opened" | "ended" | "none";
};

/** Checks an order, and finds the instrument. */
export async function checkAdjustment(
  services: Services,
  { symbol, date, adjustment, id = "" }: AdjustmentOrder,
): Promise<Instrument | Refusal> {
  const refusal = checkNames({ symbol }) ?? (id === "" ? undefined : checkNames({ movementId: id }));
  if (refusal !== undefined) return refusal;
  const instrument = await findInstrument(services, symbol);
  if (instrument === undefined) return refuse("no_such_instrument", `${symbol} is not listed.`);
  if (instrument.exchange === "DERIVATIVES") {
    return refuse("adjustment_not_valid", `${symbol} is a future; only positions in shares are adjusted.`);
  }
  const fault = findFault(adjustment);
  if (fault !== undefined) return refuse("adjustment_not_valid", fault);
  if (!isCalendarDate(date)) return refuse("date_not_valid", `${date} is not a day such as 2025-09-02.`);
  if (date > calendarDateOf(services.now())) {
    return refuse("date_not_valid", `${date} has not come; adjust positions on the ex-date.`);
  }
  if (!(await isPriced(services, symbol, date))) {
    const message = `The reference price of ${symbol} on ${date} was not received; adjust when it was, or set the price by hand, so that positions are valued by a price of that day.`;
    return refuse("reference_unknown", message);
  }
  return instrument;
}

/** Whether positions can be valued by the reference price of a day or a later one, or by a price by hand since then. */
async function isPriced(services: Services, symbol: string, date: CalendarDate): Promise<boolean> {
  const day = await readDay(services, symbol);
  if (day !== undefined && day.date >= date) return true;
  const mark = (await readKnownPrices(services, [symbol])).get(symbol)?.mark;
  return mark?.isByHand === true && calendarDateOf(mark.atMs) >= date;
}

function findFault({ dividendVnd, factor, rights }: Adjustment): string | undefined {
  if (dividendVnd === undefined && factor === undefined && rights === undefined) {
    return "An adjustment has a factor, a dividend or rights.";
  }
  if (dividendVnd !== undefined && dividendVnd <= 0n) return "A dividend is above 0 VND a share.";
  if (factor !== undefined && (factor.numerator <= 0n || factor.denominator <= 0n)) {
    return "A factor is two whole numbers above 0, such as 110/100.";
  }
  if (rights !== undefined && (rights.quantity <= 0n || rights.paidVnd <= 0n)) {
    return "Rights that were taken up have a quantity and a paid amount above 0.";
  }
  return undefined;
}

/**
 * Adjusts a position by an order that was checked, and evaluates it once, with the quantity after the adjustment at the price after it.
 */
export async function adjustHolding(
  services: Services,
  key: PositionKey,
  order: AdjustmentOrder,
  instrument: Instrument,
): Promise<AdjustedPosition | Refusal> {
  const settled = await settleChange(services, key, (state, atMs) =>
    decide(services, state, { key, order, instrument, atMs }),
  );
  if (settled.kind === "refused") return settled;
  if (settled.kind === "done") return { kind: "done", isRepeat: false, ...settled.result };
  const stored = await services.store.readOutcome(key.userId, outcomeKeyOf(key, order));
  if (stored?.fingerprint === fingerprintOf(order)) {
    return { kind: "done", position: undefined, isRepeat: true, call: "none" };
  }
  return refuseReused(placeOf(order));
}

type Deciding = {
  readonly key: PositionKey;
  readonly order: AdjustmentOrder;
  readonly instrument: Instrument;
  readonly atMs: number;
};

async function decide(
  services: Services,
  state: PricedAccount,
  { key, order, instrument, atMs }: Deciding,
): Promise<Decision<Pick<AdjustedPosition, "position" | "call">> | AlreadyDone | Refusal> {
  const { symbol } = key;
  const idempotencyKey = outcomeKeyOf(key, order);
  if ((await services.store.readOutcome(key.userId, idempotencyKey)) !== undefined)
    return { kind: "key-used" };
  const before = state.positions.find((each) => each.symbol === symbol);
  if (before === undefined) {
    return refuse("no_such_position", `Account ${key.accountId} has no position in ${symbol}.`);
  }
  if (order.adjustment.rights !== undefined && before.quantity < 0n) {
    return refuse("adjustment_not_valid", "A short position has no rights to take up.");
  }
  const rates = services.book?.ratesOf(instrument) ?? (await readEffectiveRates(services, instrument));
  const adjusted = adjustPosition(before, order.adjustment, rates);
  if (adjusted === undefined) {
    const message = `No whole share of ${symbol} would be left of ${before.quantity} in account ${key.accountId}; close the position instead.`;
    return refuse("adjustment_not_valid", message);
  }
  const unpriced: PositionRecord = { ...before, ...adjusted, changedAtMs: atMs };
  const change = { symbol, position: unpriced, atMs, isAdjusted: true } as const;
  const after = await evaluateChange(services, state, change);
  if ("kind" in after) return after;
  const { held, evaluated } = after;
  // With the price of this evaluation, so that no later decision is made on an older one.
  const { position } = held ?? { position: unpriced };
  const [episode] = evaluated.episodes;
  const wasOpen = state.episodes.some((each) => each.symbol === symbol && each.isOpen);
  const isOpen = episode?.isOpen ?? wasOpen;
  const call = isOpen === wasOpen ? "none" : isOpen ? "opened" : "ended";
  return {
    positions: [position],
    ...evaluated,
    audits: [await auditOf(services, state, order, { before, position, atMs })],
    outcome: { idempotencyKey, fingerprint: fingerprintOf(order), answer: "{}" },
    result: { position, call },
  };
}

function auditOf(
  services: Services,
  { account }: AccountState,
  order: AdjustmentOrder,
  {
    before,
    position,
    atMs,
  }: { readonly before: PositionRecord; readonly position: PositionRecord; readonly atMs: number },
) {
  const { date, adjustment, actor, reason } = order;
  const { dividendVnd, factor, rights } = adjustment;
  const { equityVnd } = account;
  const valuesOf = ({ symbol, quantity, entryVnd, postedVnd }: PositionRecord) => ({
    ...{ symbol, quantity, entryVnd, postedVnd, equityVnd },
  });
  const by = { actor, reason, atMs, requestId: services.makeId() };
  return draftAudit(services, account, by, {
    kind: "adjustment",
    before: valuesOf(before),
    after: {
      ...valuesOf(position),
      adjustmentId: adjustmentIdOf(order),
      exDate: date,
      factor: factor && `${factor.numerator}/${factor.denominator}`,
      dividendVnd,
      rightsQuantity: rights?.quantity,
      paidVnd: rights?.paidVnd,
    },
  });
}

/** The id of an adjustment among those of its symbol and day. */
function adjustmentIdOf({ id, adjustment }: Pick<AdjustmentOrder, "id" | "adjustment">): string {
  const { dividendVnd, factor, rights } = adjustment;
  const names = { dividend: dividendVnd, factor, rights };
  const present = Object.entries(names).flatMap(([name, given]) => (given === undefined ? [] : [name]));
  return id ?? present.join("+");
}

/** The place of an adjustment among what is stored about ex-dates, and its terms. */
export function placeOf(order: AdjustmentOrder): Omit<ExDateRecord, "state"> {
  const { symbol, date } = order;
  return { symbol, date, adjustmentId: adjustmentIdOf(order), terms: fingerprintOf(order) };
}

/** The key under which an adjustment of a position is made once. It has spaces, which the keys of clients can't have. */
function outcomeKeyOf({ accountId }: PositionKey, order: AdjustmentOrder): string {
  return `adjustment ${order.symbol} ${order.date} ${adjustmentIdOf(order)} ${accountId}`;
}

/** Tells another adjustment under the same id. */
function fingerprintOf({ adjustment }: Pick<AdjustmentOrder, "adjustment">): string {
  const { dividendVnd, factor, rights } = adjustment;
  return exactJson.write([
    dividendVnd ?? null,
    factor?.numerator ?? null,
    factor?.denominator ?? null,
    rights?.quantity ?? null,
    rights?.paidVnd ?? null,
  ]);
}
