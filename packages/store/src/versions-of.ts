import type { StoreVersions } from "@trading-oms/brokerage/ports";
import { numberOf, type Row } from "./read-row.ts";

/** The counters by which changes made elsewhere are found; one that is not there was never raised. */
export function versionsOf(rows: readonly Row[]): StoreVersions {
  const counters = new Map(rows.map((row) => [row["name"], numberOf(row, "value")]));
  return {
    catalog: counters.get("catalog") ?? 0,
    rates: counters.get("rates") ?? 0,
    marks: counters.get("marks") ?? 0,
    holidays: counters.get("holidays") ?? 0,
    quotes: counters.get("quotes") ?? 0,
  };
}
