/** The statements that change rates, last prices, holidays, ex-dates and the catalog in force, on SQLite and D1. */
import type { Change, ExDateRecord, MarkRecord } from "@trading-oms/brokerage/ports";
import { comparableTime, latestMsOf } from "../sql/rows.ts";
import { replacementOf } from "../sql/table.ts";
import { exDate, mark, markColumns, rates, simulated } from "../sql/tables.ts";
import {
  counterValueOf,
  guard,
  incrementCounter,
  insertRows,
  latestBound,
  type Statement,
  statement,
} from "./statements.ts";

/** Sets and removes rates. */
export function ratesStatements({ set, removed }: NonNullable<Change["rates"]>): Statement[] {
  return [
    incrementCounter("rates"),
    ...insertRows(rates, set.map(rates.write), { onConflict: replacementOf(rates) }),
    ...removed.map(({ level, name }) =>
      statement("delete from rates where level = ? and name = ?", level, name),
    ),
  ];
}

/** Sets last prices. */
export function marksStatements(marks: readonly MarkRecord[], nowMs: number): Statement[] {
  const rows = marks.map((each) => markColumns.write(each));
  const settings = {
    onConflict: newerMark,
    computed: { version: counterValueOf("marks") },
    values: [String(latestMsOf(nowMs))],
  };
  return [incrementCounter("marks"), ...insertRows(mark, rows, settings)];
}

/** Replaces a mark by one that is not older. Any price that is not simulated replaces a simulated one. */
const newerMark = `${replacementOf(mark)}
  where ${comparableTime("excluded.at", latestBound)} >= ${comparableTime("mark.at", latestBound)}
    or (mark.origin = '${simulated}' and excluded.origin <> '${simulated}')`;

/** Replaces the holidays. */
export function holidaysStatements(dates: readonly string[]): Statement[] {
  return [
    statement("delete from holiday"),
    statement(
      "insert into holiday (date) select value from json_each(?) where true on conflict do nothing",
      JSON.stringify(dates),
    ),
    incrementCounter("holidays"),
  ];
}

/** Sets ex-dates. */
export function exDateStatements(exDates: readonly ExDateRecord[]): Statement[] {
  return [
    incrementCounter("ex_dates"),
    ...insertRows(exDate, exDates.map(exDate.write), { onConflict: replacementOf(exDate) }),
  ];
}

/** Makes a draft the catalog in force. Fails if it is no longer a draft. */
export function catalogStatements(generation: number, atMs: number): Statement[] {
  return [
    statement("update catalog_generation set state = 'old' where state = 'current'"),
    statement(
      "update catalog_generation set state = 'current', touched_at = ? where generation = ? and state = 'draft'",
      atMs,
      generation,
    ),
    guard,
    statement("update catalog_head set generation = ? where id = 1", generation),
    incrementCounter("catalog"),
  ];
}
