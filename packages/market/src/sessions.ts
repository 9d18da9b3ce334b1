import {
  addDays,
  type CalendarDate,
  calendarDateOf,
  type Holidays,
  isTradingDay,
  startOfDateMs,
} from "./calendar.ts";
import type { Exchange } from "./instrument.ts";

/** What an exchange does at a time; while it is closed, lunch breaks included, nothing is traded. */
export type Session = "opening-auction" | "continuous" | "closing-auction" | "post-close" | "closed";

/** A stretch of a trading day, from its first millisecond to just before its end, counted from midnight. */
type SessionHours = { readonly session: Session; readonly fromMs: number; readonly untilMs: number };

const continuousMornings = hours("continuous", "09:00", "11:30");
const continuousAfternoons = hours("continuous", "13:00", "14:30");
const closingAuctions = hours("closing-auction", "14:30", "14:45");

/** The hours in which each exchange trades, in their order. */
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

/** Tells what an exchange does at a time, by its clock and its holidays. */
export function sessionOf(exchange: Exchange, atMs: number, holidays: Holidays): Session {
  const date = calendarDateOf(atMs);
  if (!isTradingDay(date, holidays)) return "closed";
  const sinceMidnightMs = atMs - startOfDateMs(date);
  const found = sessionHours[exchange].find(
    ({ fromMs, untilMs }) => fromMs <= sinceMidnightMs && sinceMidnightMs < untilMs,
  );
  return found?.session ?? "closed";
}

function hours(session: Session, from: string, until: string): SessionHours {
  return { session, fromMs: clockMs(from), untilMs: clockMs(until) };
}

function clockMs(clock: string): number {
  return Date.parse(`1970-01-01T${clock}:00Z`);
}

/**
 * Counts the milliseconds between two times in which an exchange trades, so that a reminder after an hour of trading
 * waits through lunch, nights and holidays.
 */
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
 * Gives the first time at which an exchange has traded for so many milliseconds since a time, so that whoever has to
 * remind knows ahead when to wake. It is where `tradingTimeBetween` reaches the same number.
 */
export function whenTraded(exchange: Exchange, fromMs: number, tradedMs: number, holidays: Holidays): number {
  if (!Number.isFinite(tradedMs) || tradedMs < 0) {
    throw new RangeError(`${tradedMs} ms cannot be traded; a time of trading is finite, and 0 or above.`);
  }
  if (tradedMs === 0) return fromMs;
  let leftMs = tradedMs;
  const days = { holidays, tradesAnyway: false };
  for (let date = calendarDateOf(fromMs); ; date = addDays(date, 1)) {
    date = tradingDayFrom(date, days);
    const midnightMs = startOfDateMs(date);
    for (const session of sessionHours[exchange]) {
      const startMs = Math.max(fromMs, midnightMs + session.fromMs);
      const lengthMs = Math.max(0, midnightMs + session.untilMs - startMs);
      // What is reached as a session ends is reached then, and not when the next one begins.
      if (leftMs <= lengthMs) return startMs + leftMs;
      leftMs -= lengthMs;
    }
  }
}

/** The first trading day from a day on. Holidays that leave none within a year are a mistake of the list. */
function tradingDayFrom(date: CalendarDate, { holidays, tradesAnyway }: TradingDays): CalendarDate {
  for (let days = 0; days <= 366; days += 1) {
    const later = addDays(date, days);
    if (tradesAnyway || isTradingDay(later, holidays)) return later;
  }
  throw new RangeError(`The list of holidays leaves no trading day in the year from ${date} on.`);
}

/** Which days are traded on, and whether that is asked at all. */
export type TradingDays = { readonly holidays: Holidays; readonly tradesAnyway: boolean };

/** Gives the first time after another at which a trading day or one of its sessions begins or ends. */
export function nextSessionChangeMs(exchange: Exchange, afterMs: number, days: TradingDays): number {
  const edgesMs = sessionHours[exchange].flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]);
  for (let date = calendarDateOf(afterMs); ; date = addDays(date, 1)) {
    date = tradingDayFrom(date, days);
    const midnightMs = startOfDateMs(date);
    const found = [0, ...edgesMs].find((sinceMidnightMs) => midnightMs + sinceMidnightMs > afterMs);
    if (found !== undefined) return midnightMs + found;
  }
}
