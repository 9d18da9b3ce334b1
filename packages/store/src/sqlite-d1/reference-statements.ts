/** The statements that change rates, last prices and the catalog in force, on SQLite and D1. */
import type { Change, MarkRecord } from "@trading-oms/brokerage/ports";
import { comparableTime, latestMsOf, originCodeOf, playedCode } from "../sql/rows.ts";
import {
  counterValueOf,
  guard,
  incrementCounter,
  insertRows,
  latestBound,
  numberFor,
  type Statement,
  statement,
} from "./statements.ts";

/** Sets and removes rates. */
export function ratesStatements({ set, removed }: NonNullable<Change["rates"]>): Statement[] {
  const rows = set.map(({ level, name, marginRatio, marginCallRate, forceCloseRate, changedAtMs }) => [
    ...[level, name, numberFor(marginRatio), numberFor(marginCallRate), numberFor(forceCloseRate)],
    changedAtMs,
  ]);
  return [
    incrementCounter("rates"),
    ...insertRows("rates", rows, { onConflict: replacedRates }),
    ...removed.map(({ level, name }) =>
      statement("delete from rates where level = ? and name = ?", level, name),
    ),
  ];
}

const replacedRates = `on conflict (level, name) do update set margin_ratio = excluded.margin_ratio,
    margin_call_rate = excluded.margin_call_rate, force_close_rate = excluded.force_close_rate,
    changed_at = excluded.changed_at`;

/** Sets last prices. */
export function marksStatements(marks: readonly MarkRecord[], nowMs: number): Statement[] {
  const rows = marks.map((mark) => [mark.symbol, numberFor(mark.price), mark.atMs, originCodeOf(mark)]);
  const settings = {
    onConflict: newerMark,
    computed: { version: counterValueOf("marks") },
    values: [String(latestMsOf(nowMs))],
  };
  return [incrementCounter("marks"), ...insertRows("mark", rows, settings)];
}

/** Replaces a mark by one that is not older. Any price that is not simulated replaces a simulated one. */
const newerMark = `on conflict (symbol) do update set price = excluded.price, at = excluded.at,
    is_by_hand = excluded.is_by_hand, version = excluded.version
  where ${comparableTime("excluded.at", latestBound)} >= ${comparableTime("mark.at", latestBound)}
    or (mark.is_by_hand = ${playedCode} and excluded.is_by_hand <> ${playedCode})`;

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
