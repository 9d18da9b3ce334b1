import type { ExplainedHoldings, ExplainedPosition } from "@trading-oms/brokerage";
import { type Instrument, onePrice, unitVndOf } from "@trading-oms/market";
import { isRatio } from "./explained-json.ts";
import { renderGroupedPrice } from "./render-grouped-price.ts";
import { renderMarkTime } from "./render-mark-time.ts";
import { renderNumber } from "./render-number.ts";
import { renderRatio } from "./render-ratio.ts";
import { renderTable } from "./render-table.ts";

type Figure = ExplainedPosition["figures"][number];

/** Writes every figure with its formula and what went into it, for people. */
export function renderExplained(accountId: string, { account, positions }: ExplainedHoldings): string[] {
  return [
    `Account ${accountId}`,
    "",
    ...renderFigures(account, undefined),
    ...positions.flatMap(({ valued, figures }) => [
      "",
      titleOf(valued),
      "",
      ...renderFigures(figures, valued.instrument),
    ]),
  ];
}

function titleOf({ position, mark }: ExplainedPosition["valued"]): string {
  const price = mark.price === undefined ? "" : `${renderGroupedPrice(mark.price)}, `;
  return `${position.symbol}, ${renderNumber(position.quantity)}, marked ${price}${renderMarkTime(mark)}`;
}

function renderFigures(figures: readonly Figure[], instrument: Instrument | undefined): string[] {
  return renderTable(
    [{ title: "FIGURE" }, { title: "VALUE", isNumber: true }, { title: "FORMULA" }, { title: "INPUTS" }],
    figures.map(({ name, value, formula, inputs }) => [
      name,
      renderValue(name, value, instrument),
      formula,
      Object.entries(inputs)
        .map(([input, each]) => `${input} ${renderWhole(input, each)}`)
        .join("; "),
    ]),
  );
}

function renderValue(name: string, value: Figure["value"], instrument: Instrument | undefined): string {
  if (value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "bigint" ? renderWhole(name, value) : renderTrigger(value, instrument);
}

function renderWhole(name: string, value: bigint): string {
  return isRatio(name) ? renderRatio(value) : renderNumber(value);
}

type Trigger = Extract<Figure["value"], object>;

/** A trigger is what one unit is worth; of a future, its price in points is told as well. */
function renderTrigger({ numeratorVnd, denominator }: Trigger, instrument: Instrument | undefined): string {
  const worth = renderHundredths(numeratorVnd, denominator);
  const pointVnd = instrument === undefined ? 1n : unitVndOf(instrument, onePrice);
  return pointVnd === 1n ? worth : `${worth} (${renderHundredths(numeratorVnd, denominator * pointVnd)})`;
}

/** Rounds to the nearest hundredth, and says so where it isn't exact. */
function renderHundredths(numerator: bigint, denominator: bigint): string {
  const hundredths = (numerator * 200n + denominator) / (denominator * 2n);
  const isExact = hundredths * denominator === numerator * 100n;
  const fraction = `${hundredths % 100n}`.padStart(2, "0");
  const written = renderNumber(hundredths / 100n) + (fraction === "00" && isExact ? "" : `.${fraction}`);
  return isExact ? written : `≈ ${written}`;
}
