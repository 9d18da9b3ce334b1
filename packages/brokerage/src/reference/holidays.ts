import { type CalendarDate, isCalendarDate } from "@trading-oms/market";
import { type Refusal, refuse, type Services } from "../services.ts";

/** More holidays than many years have. A longer list is a mistake. */
const dayCountMax = 2_000;
/** The longest plausible closure in days. A longer one would stop the reminder clock of every call. */
const closedDayCountMax = 31;

/** Replaces the list of days without trading. Weekends need no entry. */
export async function setHolidays(
  { store }: Pick<Services, "store">,
  dates: readonly CalendarDate[],
): Promise<{ readonly kind: "done"; readonly dates: readonly CalendarDate[] } | Refusal> {
  const wrong = dates.find((date) => !isCalendarDate(date));
  if (wrong !== undefined) return refuse("date-not-valid", `${wrong} is not a day such as 2025-09-02.`);
  const sorted = [...new Set(dates)].toSorted();
  if (sorted.length > dayCountMax)
    return refuse("date-not-valid", `There are more than ${dayCountMax} days.`);
  const [first] = findLongRow(sorted);
  if (first !== undefined) {
    return refuse(
      "date-not-valid",
      `From ${first} on, more than ${closedDayCountMax} days in a row are listed.`,
    );
  }
  await store.setHolidays(sorted);
  return { kind: "done", dates: sorted };
}

/** Returns the days of the first run longer than any plausible closure; empty if there is none. */
function findLongRow(sorted: readonly CalendarDate[]): readonly CalendarDate[] {
  let row: CalendarDate[] = [];
  for (const date of sorted) {
    const last = row.at(-1);
    const isNext = last !== undefined && Date.parse(date) - Date.parse(last) <= 3 * 24 * 3_600_000;
    row = isNext ? [...row, date] : [date];
    if (row.length > closedDayCountMax) return row;
  }
  return [];
}
