import { addDays, calendarDateOf, type Holidays, startOfDateMs } from "../calendar-date.ts";
import type { Exchange } from "../exchange.ts";
import { isTradingDay } from "../is-trading-day.ts";
import { sessionHours } from "../session-of.ts";

/** Which days are traded on, and whether that is asked at all. */
export type TradingDays = { readonly holidays: Holidays; readonly tradesAnyway: boolean };

/** Gives the first time after another at which a trading day or one of its sessions begins or ends. */
export function nextSessionChangeMs(
  exchange: Exchange,
  afterMs: number,
  { holidays, tradesAnyway }: TradingDays,
): number {
  const firstDate = calendarDateOf(afterMs);
  for (let days = 0; days <= 366; days += 1) {
    const date = addDays(firstDate, days);
    if (!tradesAnyway && !isTradingDay(date, holidays)) continue;
    const midnightMs = startOfDateMs(date);
    const edgesMs = sessionHours[exchange].flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]);
    const found = [0, ...edgesMs].find((sinceMidnightMs) => midnightMs + sinceMidnightMs > afterMs);
    if (found !== undefined) return midnightMs + found;
  }
  throw new RangeError(`The list of holidays leaves no trading day in the year after ${firstDate}.`);
}
