/** The statements that change rates, last prices, holidays, ex-dates and the catalog in force, on SQLite and D1. */
import type { Change, ExDateRecord, MarkRecord } from "@trading-oms/brokerage/ports";
import { latestMsOf, newerMark } from "../sql/newer-prices.ts";
import { replacementOf } from "../sql/table.ts";
import { exDate, mark, markColumns, rates } from "../sql/tables.ts";
import {
  counterValueOf,
  guard,
  incrementCounter,
  insertRows,
  latestBound,
  type Statement,
  statement,
} from "./statements.ts";

/** What a change changes besides its account. */
export function referenceStatements(change: Change): Statement[] {
  const { rates, marks, holidays, exDates, catalogGeneration, atMs } = change;
  return [
    ...(rates ? ratesStatements(rates) : []),
    ...(marks ? marksStatements(marks, atMs) : []),
    ...(holidays ? holidaysStatements(holidays) : []),
    ...(exDates ? exDateStatements(exDates) : []),
    ...(catalogGeneration === undefined ? [] : catalogStatements(catalogGeneration, atMs)),
  ];
}

function ratesStatements({ set, removed }: NonNullable<Change["rates"]>): Statement[] {
  return [
    incrementCounter("rates"),
    ...insertRows(rates, set.map(rates.write), { onConflict: replacementOf(rates) }),
    ...removed.map(({ level, name }) =>
      statement("delete from rates where level = ? and name = ?", level, name),
    ),
  ];
}

export function marksStatements(marks: readonly MarkRecord[], nowMs: number): Statement[] {
  const rows = marks.map((each) => markColumns.write(each));
  const settings = {
    onConflict: newerMark(latestBound),
    computed: { version: counterValueOf("marks") },
    values: [String(latestMsOf(nowMs))],
  };
  return [incrementCounter("marks"), ...insertRows(mark, rows, settings)];
}

function holidaysStatements(dates: readonly string[]): Statement[] {
  return [
    statement("delete from holiday"),
    statement(
      "insert into holiday (date) select value from json_each(?) where true on conflict do nothing",
      JSON.stringify(dates),
    ),
    incrementCounter("holidays"),
  ];
}

function exDateStatements(exDates: readonly ExDateRecord[]): Statement[] {
  return [
    incrementCounter("ex_dates"),
    ...insertRows(exDate, exDates.map(exDate.write), { onConflict: replacementOf(exDate) }),
  ];
}

/** Makes a draft the catalog in force. Fails if it is no longer a draft. */
function catalogStatements(generation: number, atMs: number): Statement[] {
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
