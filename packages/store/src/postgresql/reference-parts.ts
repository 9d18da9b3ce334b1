/** The parts of a statement that change rates, last prices, holidays, ex-dates and the catalog in force. */
import type { Change, MarkRecord } from "@trading-oms/brokerage/ports";
import { comparableTime, latestMsOf, newerMark } from "../sql/newer-prices.ts";
import { replacementOf } from "../sql/table.ts";
import { exDate, markColumns, rates } from "../sql/tables.ts";
import { listsOf, unnestOf } from "./lists.ts";

/**
 * Sets last prices, from the parameter `first` on, if `gate` returns a row. The update of the counter locks its row until the
 * commit, so that versions become visible in order: a reader that sees a value of the counter also sees every mark up to that
 * version.
 */
export function marksText(gate: string, first: number): string {
  const latest = `$${first + markColumns.columns.length}::bigint`;
  return `counted_marks as (
    update change_counter set value = value + 1 from ${gate} and name = 'marks' returning value
  ), kept_marks as (
    insert into mark (${markColumns.names}, version)
    select distinct on (each.symbol) ${markColumns.columns.map(({ name }) => `each.${name}`).join(", ")}, counted_marks.value
    from counted_marks, ${unnestOf(markColumns, first)} with ordinality as each (${markColumns.names}, place)
    order by each.symbol, ${comparableTime("each.at", latest)} desc, each.place desc
    ${newerMark(latest)}
  )`;
}

export function marksValues(marks: readonly MarkRecord[], nowMs: number): unknown[] {
  return [...listsOf(markColumns, marks), latestMsOf(nowMs)];
}

/** Whether a change has one of these parts. */
export function isOfReference({ rates, marks, holidays, exDates, catalogGeneration }: Change): boolean {
  return [rates, marks, holidays, exDates, catalogGeneration].some((part) => part !== undefined);
}

/** A result that fails the statement if the draft is no longer a draft. Follows `referenceText`. */
export function referenceResult(first: number): string {
  return `1 / (case when $${first}::bigint is null or exists (select 1 from chosen) then 1 else 0 end)`;
}

/** The parts of a change, which select from `held`. They begin with the parameter `first`; `$5` is the time of the change. */
export function referenceText(first: number): string {
  const [generation, holidays] = [`$${first}::bigint`, `$${first + 1}::text[]`];
  const [removedLevels, removedNames] = [`$${first + 2}::text[]`, `$${first + 3}::text[]`];
  const ratesAt = first + 4;
  const exDatesAt = ratesAt + rates.columns.length;
  const marksAt = exDatesAt + exDate.columns.length;
  return `, counted_rates as (
    update change_counter set value = value + 1 from held
    where name = 'rates' and cardinality($${ratesAt}::text[]) + cardinality(${removedLevels}) > 0
  ), kept_rates as (
    insert into rates (${rates.names}) select each.* from held, ${unnestOf(rates, ratesAt)} as each
    ${replacementOf(rates)}
  ), removed_rates as (
    delete from rates using held, unnest(${removedLevels}, ${removedNames}) as each (level, name)
    where rates.level = each.level and rates.name = each.name
  ), ${marksText(`held where cardinality($${marksAt}::text[]) > 0`, marksAt)}
  , removed_holidays as (
    delete from holiday using held where ${holidays} is not null and date <> all (${holidays})
  ), kept_holidays as (
    insert into holiday (date) select distinct unnest(${holidays}) from held on conflict do nothing
  ), counted_holidays as (
    update change_counter set value = value + 1 from held where name = 'holidays' and ${holidays} is not null
  ), counted_ex_dates as (
    update change_counter set value = value + 1 from held
    where name = 'ex_dates' and cardinality($${exDatesAt}::text[]) > 0
  ), kept_ex_dates as (
    insert into ex_date (${exDate.names}) select each.* from held, ${unnestOf(exDate, exDatesAt)} as each
    ${replacementOf(exDate)}
  ), chosen as (
    update catalog_generation set state = 'current', touched_at = $5 from held
    where catalog_generation.generation = ${generation} and state = 'draft' returning generation
  ), replaced as (
    update catalog_generation set state = 'old' where state = 'current' and exists (select 1 from chosen)
  ), counted_catalog as (
    update change_counter set value = value + 1 where name = 'catalog' and exists (select 1 from chosen)
  ), headed as (
    update catalog_head set generation = chosen.generation from chosen where id = 1
  )`;
}

export function referenceValues({
  rates: changed,
  marks = [],
  holidays,
  exDates = [],
  catalogGeneration,
  atMs,
}: Change): unknown[] {
  const { set = [], removed = [] } = changed ?? {};
  return [
    catalogGeneration,
    holidays,
    removed.map(({ level }) => level),
    removed.map(({ name }) => name),
    ...listsOf(rates, set),
    ...listsOf(exDate, exDates),
    ...marksValues(marks, atMs),
  ];
}
