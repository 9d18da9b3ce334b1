import { type CalendarDate, isCalendarDate } from "@trading-oms/market";
import { type Refusal, refuse, type Services } from "../services.ts";

/** More days than any year had, over many years; a list that is longer is another list. */
const dayCountMax = 2_000;
/** No exchange was ever closed for so many days on end; a list that says so would stop the clock of every call. */
const closedDayCountMax = 31;

/** Puts a list of days without trading in the place of the one before; weekends need no entry. */
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

/** Gives the days of a row that is longer than any closure; none where there is no such row. */
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
