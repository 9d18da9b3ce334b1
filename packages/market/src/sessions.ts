import {
  addDays,
  type CalendarDate,
  calendarDateOf,
  dayMs,
  type Holidays,
  isTradingDay,
  startOfDateMs,
} from "./calendar.ts";
import type { Exchange } from "./instrument.ts";

/** The session of an exchange. Nothing is traded while it is closed, which includes lunch breaks. */
export type Session = "opening-auction" | "continuous" | "closing-auction" | "post-close" | "closed";

/** A period of a trading day, in milliseconds since midnight. The end is exclusive. */
type SessionHours = { readonly session: Session; readonly fromMs: number; readonly untilMs: number };

const continuousMornings = hours("continuous", "09:00", "11:30");
const continuousAfternoons = hours("continuous", "13:00", "14:30");
const closingAuctions = hours("closing-auction", "14:30", "14:45");

/** The trading hours of each exchange, in order. */
const sessionHours: Readonly<Record<Exchange, readonly SessionHours[]>> = {
  HOSE: [
    hours("opening-auction", "09:00", "09:15"),
    hours("continuous", "09:15", "11:30"),
    continuousAfternoons,
    closingAuctions,
  ],
  HNX: [continuousMornings, continuousAfternoons, closingAuctions, hours("post-close", "14:45", "15:00")],
  UPCOM: [continuousMornings, hours("continuous", "13:00", "15:00")],
  DERIVATIVES: [
    hours("opening-auction", "08:45", "09:00"),
    continuousMornings,
    continuousAfternoons,
    closingAuctions,
  ],
};

/** The session of an exchange at a time, by its hours and holidays. */
export function sessionOf(exchange: Exchange, atMs: number, holidays: Holidays): Session {
  const date = calendarDateOf(atMs);
  if (!isTradingDay(date, holidays)) return "closed";
  const sinceMidnightMs = atMs - startOfDateMs(date);
  const found = sessionHours[exchange].find(
    ({ fromMs, untilMs }) => fromMs <= sinceMidnightMs && sinceMidnightMs < untilMs,
  );
  return found?.session ?? "closed";
}

/**
 * When the last trading day of an exchange ended, until the first session of the next one begins. Undefined in sessions and
 * lunch breaks, and where the list of holidays leaves no trading day in the year before.
 */
export function lastCloseMs(exchange: Exchange, atMs: number, holidays: Holidays): number | undefined {
  const today = calendarDateOf(atMs);
  const { fromMs = 0 } = sessionHours[exchange].at(0) ?? {};
  const { untilMs = 0 } = sessionHours[exchange].at(-1) ?? {};
  for (let days = 0; days <= 366; days += 1) {
    const date = addDays(today, -days);
    if (!isTradingDay(date, holidays)) continue;
    const midnightMs = startOfDateMs(date);
    if (atMs >= midnightMs + untilMs) return midnightMs + untilMs;
    if (atMs >= midnightMs + fromMs) return undefined;
  }
  return undefined;
}

/**
 * Whether a trade of a day was made in the closing auction, which begins at the same time on every exchange that has one, or after
 * it at its price.
 */
export function isOfClosingAuction(date: CalendarDate, atMs: number): boolean {
  const sinceMidnightMs = atMs - startOfDateMs(date);
  return sinceMidnightMs >= closingAuctions.fromMs && sinceMidnightMs < dayMs;
}

/** The session of an exchange at a time, and when another one begins. */
export type ExchangeSession = {
  readonly exchange: Exchange;
  readonly session: Session;
  /** Undefined where the list of holidays leaves no trading day within a year. */
  readonly changesAtMs: number | undefined;
};

export function listSessions(atMs: number, holidays: Holidays): ExchangeSession[] {
  return (Object.keys(sessionHours) as Exchange[]).map((exchange) => ({
    exchange,
    session: sessionOf(exchange, atMs, holidays),
    changesAtMs: findSessionChangeMs(exchange, atMs, holidays),
  }));
}

/** The first time after `atMs` at which an exchange is in another session than then. */
function findSessionChangeMs(exchange: Exchange, atMs: number, holidays: Holidays): number | undefined {
  const session = sessionOf(exchange, atMs, holidays);
  const edgesMs = sessionHours[exchange].flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]);
  const today = calendarDateOf(atMs);
  for (let days = 0; days <= 366; days += 1) {
    const date = addDays(today, days);
    if (!isTradingDay(date, holidays)) continue;
    const found = edgesMs
      .map((edgeMs) => startOfDateMs(date) + edgeMs)
      .find((changeMs) => changeMs > atMs && sessionOf(exchange, changeMs, holidays) !== session);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hours(session: Session, from: string, until: string): SessionHours {
  return { session, fromMs: clockMs(from), untilMs: clockMs(until) };
}

function clockMs(clock: string): number {
  return Date.parse(`1970-01-01T${clock}:00Z`);
}

/** The milliseconds between two times in which an exchange trades. Lunch breaks, nights, weekends and holidays do not count. */
export function tradingTimeBetween(
  exchange: Exchange,
  fromMs: number,
  untilMs: number,
  holidays: Holidays,
): number {
  if (untilMs <= fromMs) return 0;
  let sumMs = 0;
  const lastDate = calendarDateOf(untilMs);
  for (let date: CalendarDate = calendarDateOf(fromMs); date <= lastDate; date = addDays(date, 1)) {
    if (!isTradingDay(date, holidays)) continue;
    const midnightMs = startOfDateMs(date);
    for (const session of sessionHours[exchange]) {
      const startMs = Math.max(fromMs, midnightMs + session.fromMs);
      const endMs = Math.min(untilMs, midnightMs + session.untilMs);
      sumMs += Math.max(0, endMs - startMs);
    }
  }
  return sumMs;
}

/**
 * Adds trading time to a time: the first time at which `tradingTimeBetween` reaches `tradedMs`. The watch uses it to schedule
 * reminders.
 */
export function addTradingTime(
  exchange: Exchange,
  fromMs: number,
  tradedMs: number,
  holidays: Holidays,
): number {
  if (!Number.isFinite(tradedMs) || tradedMs < 0) {
    throw new RangeError(`The trading time is ${tradedMs} ms: give a finite number of 0 or more.`);
  }
  if (tradedMs === 0) return fromMs;
  let leftMs = tradedMs;
  const days = { holidays, isAlwaysTrading: false };
  for (let date = calendarDateOf(fromMs); ; date = addDays(date, 1)) {
    date = tradingDayFrom(date, days);
    const midnightMs = startOfDateMs(date);
    for (const session of sessionHours[exchange]) {
      const startMs = Math.max(fromMs, midnightMs + session.fromMs);
      const lengthMs = Math.max(0, midnightMs + session.untilMs - startMs);
      // Trading time that ends with a session ends there, and not when the next session begins.
      if (leftMs <= lengthMs) return startMs + leftMs;
      leftMs -= lengthMs;
    }
  }
}

/** The first trading day on or after a day. Throws if the list of holidays leaves none within a year. */
function tradingDayFrom(date: CalendarDate, { holidays, isAlwaysTrading }: TradingDays): CalendarDate {
  for (let days = 0; days <= 366; days += 1) {
    const later = addDays(date, days);
    if (isAlwaysTrading || isTradingDay(later, holidays)) return later;
  }
  throw new RangeError(`The holidays leave no trading day in the year from ${date} on: correct the list.`);
}

/** The trading days: all but weekends and holidays, or every day with `isAlwaysTrading`. */
export type TradingDays = { readonly holidays: Holidays; readonly isAlwaysTrading: boolean };

/** The first time after `afterMs` at which a trading day or one of its sessions begins or ends. */
export function nextSessionChangeMs(exchange: Exchange, afterMs: number, days: TradingDays): number {
  const edgesMs = sessionHours[exchange].flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]);
  for (let date = calendarDateOf(afterMs); ; date = addDays(date, 1)) {
    date = tradingDayFrom(date, days);
    const midnightMs = startOfDateMs(date);
    const found = [0, ...edgesMs].find((sinceMidnightMs) => midnightMs + sinceMidnightMs > afterMs);
    if (found !== undefined) return midnightMs + found;
  }
}
