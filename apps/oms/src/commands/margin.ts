import {
  type ExplainedHoldings,
  type ExplainedPosition,
  explainHoldings,
  findAccountKey,
} from "@trading-oms/brokerage";
import { type Instrument, onePrice, unitVndOf } from "@trading-oms/market";
import { type Command, unlessRefused } from "../cli/command.ts";
import { ratioOf, valuedPositionJson } from "../cli/json.ts";
import { renderMarkTime } from "../cli/positions.ts";
import { renderGroupedPrice, renderNumber, renderRatio, renderTable } from "../cli/text.ts";

const marginExplain: Command = {
  words: ["margin", "explain"],
  options: {
    account: { value: "ACCOUNT", about: "whose figures they are", isNeeded: true },
    symbol: { value: "SYMBOL", about: "the position in this alone", otherwise: "every position" },
  },
  summary: "Explains every figure of an account and its positions: value, formula, inputs.",
  about:
    "A trigger is what one unit is worth where its rate is reached, and of a future also the price in points; ≈ marks what was rounded.",
  example: "oms margin explain --account 888C000017 --symbol FPT",
  run: async (given, { open }) => {
    const services = await open();
    const key = unlessRefused(await findAccountKey(services, given.needed("account")));
    const explained = unlessRefused(await explainHoldings(services, key, given.option("symbol")));
    return {
      json: explainedJson(key.accountId, explained),
      lines: renderExplained(key.accountId, explained),
    };
  },
};

type Figure = ExplainedPosition["figures"][number];

/** Explained figures as a program reads them. */
function explainedJson(accountId: string, { account, positions }: ExplainedHoldings): object {
  return {
    accountId,
    figures: account.map(figureJson),
    positions: positions.map(({ valued, figures }) => ({
      ...valuedPositionJson(valued),
      figures: figures.map(figureJson),
    })),
  };
}

/** The parts of a fraction are larger than JSON can carry exactly as numbers, and are written as texts. */
function figureJson({ name, value, formula, inputs: given }: Figure): object {
  const inputs = Object.fromEntries(
    Object.entries(given).map(([input, each]) => [input, wholeOf(input, each)]),
  );
  if (typeof value === "bigint") return { name, value: wholeOf(name, value), formula, inputs };
  if (typeof value !== "object") return { name, value: value ?? null, formula, inputs };
  const { numeratorVnd, denominator } = value;
  const fraction = { numeratorVnd: String(numeratorVnd), denominator: String(denominator) };
  return { name, value: fraction, formula, inputs };
}

function wholeOf(name: string, value: bigint): bigint | number {
  return isRatio(name) ? ratioOf(value) : value;
}

/** Whether a figure is a rate or a ratio, which is kept in millionths. */
function isRatio(name: string): boolean {
  return /(?:Ratio|Rate)$/.test(name);
}

/** Writes every figure with its formula and what went into it, for people. */
function renderExplained(accountId: string, { account, positions }: ExplainedHoldings): string[] {
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
  return renderTable(figures, {
    FIGURE: ({ name }) => name,
    "#VALUE": ({ name, value }) => renderValue(name, value, instrument),
    FORMULA: ({ formula }) => formula,
    INPUTS: ({ inputs }) =>
      Object.entries(inputs)
        .map(([input, each]) => `${input} ${renderWhole(input, each)}`)
        .join("; "),
  });
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

export const marginCommands: readonly Command[] = [marginExplain];
