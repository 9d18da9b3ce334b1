import { calendarDateOf, type Holidays, startOfDateMs } from "./calendar-date.ts";
import type { Exchange } from "./exchange.ts";
import { isTradingDay } from "./is-trading-day.ts";

/** What an exchange does at a time; while it is closed, lunch breaks included, nothing is traded. */
export type Session = "opening-auction" | "continuous" | "closing-auction" | "post-close" | "closed";

/** A stretch of a trading day, from its first millisecond to just before its end, counted from midnight. */
export type SessionHours = { readonly session: Session; readonly fromMs: number; readonly untilMs: number };

const continuousMornings = hours("continuous", "09:00", "11:30");
const continuousAfternoons = hours("continuous", "13:00", "14:30");
const closingAuctions = hours("closing-auction", "14:30", "14:45");

/** The hours in which each exchange trades, in their order. */
export const sessionHours: Readonly<Record<Exchange, readonly SessionHours[]>> = {
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
