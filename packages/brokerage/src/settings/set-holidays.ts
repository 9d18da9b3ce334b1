import { type CalendarDate, isCalendarDate } from "@trading-oms/market";
import { type Refusal, refuse, type Services } from "../services.ts";
import { type ReferenceOrigin, settleChain } from "./settle-chain.ts";

/** More holidays than many years have. A longer list is a mistake. */
const dayCountMax = 2_000;
/** The longest plausible closure in days. A longer one would stop the reminder clock of every call. */
const closedDayCountMax = 31;

/** The days without trading after they were set. */
type SetHolidays = { readonly kind: "done"; readonly dates: readonly CalendarDate[] };

/** Replaces the list of days without trading. Weekends need no entry. The audit of the catalog names both lists. */
export async function setHolidays(
  services: Services,
  dates: readonly CalendarDate[],
  origin: ReferenceOrigin = {},
): Promise<SetHolidays | Refusal> {
  const wrong = dates.find((date) => !isCalendarDate(date));
  if (wrong !== undefined) return refuse("date_not_valid", `${wrong} is not a day such as 2025-09-02.`);
  const sorted = [...new Set(dates)].toSorted();
  if (sorted.length > dayCountMax)
    return refuse("date_not_valid", `There are more than ${dayCountMax} days.`);
  const [first] = findLongRow(sorted);
  if (first !== undefined) {
    return refuse(
      "date_not_valid",
      `From ${first} on, more than ${closedDayCountMax} days in a row are listed.`,
    );
  }
  return settleChain<SetHolidays>(services, "catalog", origin, async () => ({
    holidays: sorted,
    entry: {
      kind: "holidays",
      before: { dates: (await services.store.listHolidays()).join(" ") },
      after: { dates: sorted.join(" ") },
    },
    outcome: undefined,
    result: { kind: "done", dates: sorted },
  }));
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
