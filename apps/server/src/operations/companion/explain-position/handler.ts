import type { z } from "@hono/zod-openapi";
import { type ExplainedPosition, explainHoldings } from "@trading-oms/brokerage";
import type { routes, schemas } from "@trading-oms/contract/companion";
import { type Operation, privateHeaders, unlessRefused } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { wireAmount, wireFraction } from "../../wire/numbers.ts";
import { readAccountKey } from "../account.ts";

export function explainPosition(services: TradingServices): Operation<typeof routes.explainPosition> {
  return async (c) => {
    const { accountId, symbol } = c.req.valid("param");
    const key = await readAccountKey(services, c, accountId);
    const { positions } = unlessRefused(await explainHoldings(services, key, symbol));
    const figures = positions.flatMap((position) => position.figures).map(renderFigure);
    return c.json({ accountId, symbol, figures }, 200, privateHeaders);
  };
}

type Figure = ExplainedPosition["figures"][number];

function renderFigure({ name, value, formula, inputs }: Figure): z.output<typeof schemas.ExplainedFigure> {
  return {
    name,
    value: renderValue(name, value),
    formula,
    inputs: Object.entries(inputs).map(([input, each]) => ({ name: input, value: numberOf(input, each) })),
  };
}

function renderValue(name: string, value: Figure["value"]) {
  if (typeof value === "bigint") return numberOf(name, value);
  if (typeof value !== "object") return value ?? null;
  return { numerator: String(value.numeratorVnd), denominator: String(value.denominator) };
}

/** Ratios and rates are in millionths. */
function numberOf(name: string, value: bigint): number {
  return /(?:Ratio|Rate)$/.test(name) ? wireFraction(value) : wireAmount(value);
}
