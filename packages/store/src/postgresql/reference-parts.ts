/** The parts of a statement that change rates, last prices and the catalog in force. */
import type { Change, MarkRecord } from "@trading-oms/brokerage/ports";
import { comparableTime, latestMsOf, originCodeOf, playedCode } from "../sql/rows.ts";

/**
 * Sets last prices, from the parameter `first` on, if `gate` returns a row. The update of the counter locks its row until the
 * commit, so that versions become visible in order: a reader that sees a value of the counter also sees every mark up to that
 * version.
 */
export function marksText(gate: string, first: number): string {
  const latest = `$${first + 4}::bigint`;
  return `counted_marks as (
    update change_counter set value = value + 1 from ${gate} and name = 'marks' returning value
  ), kept_marks as (
    insert into mark (symbol, price, at, is_by_hand, version)
    select distinct on (each.symbol) each.symbol, each.price, each.at, each.is_by_hand, counted_marks.value
    from counted_marks, unnest($${first}::text[], $${first + 1}::bigint[], $${first + 2}::bigint[], $${first + 3}::int[])
      with ordinality as each (symbol, price, at, is_by_hand, place)
    order by each.symbol, ${comparableTime("each.at", latest)} desc, each.place desc
    on conflict (symbol) do update set price = excluded.price, at = excluded.at,
      is_by_hand = excluded.is_by_hand, version = excluded.version
      where ${comparableTime("excluded.at", latest)} >= ${comparableTime("mark.at", latest)}
        or (mark.is_by_hand = ${playedCode} and excluded.is_by_hand <> ${playedCode})
  )`;
}

/** The parameters of `marksText`. */
export function marksValues(marks: readonly MarkRecord[], nowMs: number): unknown[] {
  return [
    marks.map(({ symbol }) => symbol),
    marks.map(({ price }) => price),
    marks.map(({ atMs }) => atMs),
    marks.map(originCodeOf),
    latestMsOf(nowMs),
  ];
}

/** Whether a change has one of these parts. */
export function isOfReference({ rates, marks, catalogGeneration }: Change): boolean {
  return rates !== undefined || marks !== undefined || catalogGeneration !== undefined;
}

/** A result that fails the statement if the draft is no longer a draft. Follows `referenceText`. */
export function referenceResult(first: number): string {
  return `1 / (case when $${first + 13}::bigint is null or exists (select 1 from chosen) then 1 else 0 end)`;
}

/** The parts of a change, which select from `held`. They begin with the parameter `first`; `$5` is the time of the change. */
export function referenceText(first: number): string {
  const [removedAt, marksAt, generation] = [first + 6, first + 8, `$${first + 13}::bigint`];
  const setTypes = ["text", "text", "bigint", "bigint", "bigint", "bigint"];
  const set = setTypes.map((type, index) => `$${first + index}::${type}[]`);
  return `, counted_rates as (
    update change_counter set value = value + 1 from held
    where name = 'rates' and cardinality(${set[0]}) + cardinality($${removedAt}::text[]) > 0
  ), kept_rates as (
    insert into rates (level, name, margin_ratio, margin_call_rate, force_close_rate, changed_at)
    select each.* from held, unnest(${set.join(", ")}) as each
    on conflict (level, name) do update set margin_ratio = excluded.margin_ratio,
      margin_call_rate = excluded.margin_call_rate, force_close_rate = excluded.force_close_rate,
      changed_at = excluded.changed_at
  ), removed_rates as (
    delete from rates using held, unnest($${removedAt}::text[], $${removedAt + 1}::text[]) as each (level, name)
    where rates.level = each.level and rates.name = each.name
  ), ${marksText(`held where cardinality($${marksAt}::text[]) > 0`, marksAt)}
  , chosen as (
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

/** The parameters of `referenceText`. */
export function referenceValues({ rates, marks = [], catalogGeneration, atMs }: Change): unknown[] {
  const { set = [], removed = [] } = rates ?? {};
  return [
    set.map(({ level }) => level),
    set.map(({ name }) => name),
    set.map(({ marginRatio }) => marginRatio),
    set.map(({ marginCallRate }) => marginCallRate),
    set.map(({ forceCloseRate }) => forceCloseRate),
    set.map(({ changedAtMs }) => changedAtMs),
    removed.map(({ level }) => level),
    removed.map(({ name }) => name),
    ...marksValues(marks, atMs),
    catalogGeneration,
  ];
}
