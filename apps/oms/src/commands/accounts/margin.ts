import {
  type ExplainedHoldings,
  type ExplainedPosition,
  explainHoldings,
  findAccountKey,
} from "@trading-oms/brokerage";
import { type Instrument, onePrice, unitVndOf } from "@trading-oms/market";
import { type Command, unlessRefused } from "../../cli/command.ts";
import { ratioOf, valuedPositionJson } from "../../cli/json.ts";
import { renderMarkTime } from "../../cli/positions.ts";
import { renderGroupedPrice, renderNumber, renderRatio, renderTable } from "../../cli/text.ts";

const marginExplain: Command = {
  words: ["margin", "explain"],
  options: {
    account: { value: "ACCOUNT", about: "the account", isRequired: true },
    symbol: { value: "SYMBOL", about: "only the position in this symbol", otherwise: "every position" },
  },
  summary: "Explains every figure of an account and its positions: value, formula, inputs.",
  about:
    "A trigger is the worth of one unit in VND at which a rate is reached; for a future the price in points is shown as well. ≈ marks rounded values.",
  example: "oms margin explain --account 888C000017 --symbol FPT",
  run: async (input, { open }) => {
    const services = await open();
    const key = unlessRefused(await findAccountKey(services, input.required("account")));
    const explained = unlessRefused(await explainHoldings(services, key, input.option("symbol")));
    return {
      json: explainedJson(key.accountId, explained),
      lines: renderExplained(key.accountId, explained),
    };
  },
};

type Figure = ExplainedHoldings["account"][number] | ExplainedPosition["figures"][number];

/** Explained figures for `--json`. */
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

/** Numerator and denominator of a trigger are strings, because they may be too large for exact JSON numbers. */
function figureJson({ name, value, formula, inputs: exactInputs }: Figure): object {
  const inputs = Object.fromEntries(
    Object.entries(exactInputs).map(([input, each]) => [input, wholeOf(input, each)]),
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

/** Whether a figure is a rate or a ratio, which are stored in millionths. */
function isRatio(name: string): boolean {
  return /(?:Ratio|Rate)$/.test(name);
}

/** Renders every figure with its formula and inputs. */
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

/** Renders a trigger as the worth of one unit, and for a future also as a price in points. */
function renderTrigger({ numeratorVnd, denominator }: Trigger, instrument: Instrument | undefined): string {
  const worth = renderHundredths(numeratorVnd, denominator);
  const pointVnd = instrument === undefined ? 1n : unitVndOf(instrument, onePrice);
  return pointVnd === 1n ? worth : `${worth} (${renderHundredths(numeratorVnd, denominator * pointVnd)})`;
}

/** Rounds to the nearest hundredth, and marks an inexact result with ≈. */
function renderHundredths(numerator: bigint, denominator: bigint): string {
  const hundredths = (numerator * 200n + denominator) / (denominator * 2n);
  const isExact = hundredths * denominator === numerator * 100n;
  const fraction = `${hundredths % 100n}`.padStart(2, "0");
  const written = renderNumber(hundredths / 100n) + (fraction === "00" && isExact ? "" : `.${fraction}`);
  return isExact ? written : `≈ ${written}`;
}

export const marginCommands: readonly Command[] = [marginExplain];
