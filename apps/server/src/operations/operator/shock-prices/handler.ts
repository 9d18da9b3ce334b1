import type { z } from "@hono/zod-openapi";
import { type ShockFigures, type ShockRow, shockPrices as shockAllPrices } from "@trading-oms/brokerage";
import type { routes, schemas } from "@trading-oms/contract/operator";
import { parsePrice } from "@trading-oms/market";
import { Refusal } from "../../../http/errors.ts";
import type { Issue } from "../../../http/failures.ts";
import { privateHeaders } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { DeskServices } from "../../../services.ts";
import { fractionOf } from "../../companion/account.ts";
import { loadedDesk } from "../desk.ts";

type ShockRequest = z.output<typeof schemas.ShockRequest>;

/** Tells what would be called and needed at other prices. */
export function shockPrices(services: DeskServices): Operation<typeof routes.shockPrices> {
  return async (c) => {
    const { projection } = loadedDesk(services);
    const request = c.req.valid("json");
    const shock = await shockAllPrices(projection, readRows(request));
    if (shock.kind === "refused")
      throw invalid({ field: fieldOf(request, shock.row), message: shock.message });
    const { positionCount, movedCount, before, after, histogram, worst } = shock;
    return c.json(
      {
        positionCount,
        movedCount,
        before: renderFigures(before),
        after: renderFigures(after),
        histogram: histogram.map(({ from, ...counts }) => ({
          from: from === undefined ? null : fractionOf(from),
          ...counts,
        })),
        worst: worst.map(({ outstandingBeforeVnd, outstandingAfterVnd, ...account }) => ({
          ...account,
          outstandingBefore: Number(outstandingBeforeVnd),
          outstandingAfter: Number(outstandingAfterVnd),
        })),
      },
      200,
      privateHeaders,
    );
  };
}

/** The rows of a request: its percentages, then its prices. */
function readRows({ percents = [], prices = [] }: ShockRequest): ShockRow[] {
  return [
    // A percentage has at most four decimals that count.
    ...percents.map(({ scope, name, percent }) => ({
      scope,
      name,
      millionths: BigInt(Math.round(percent * 10_000)),
    })),
    ...prices.map(({ symbol, price }, place) => {
      const read = parsePrice(String(price));
      if (read === undefined)
        throw invalid({ field: `prices.${place}.price`, message: "has to be on a price step" });
      return { scope: "symbol" as const, name: symbol, price: read };
    }),
  ];
}

function fieldOf({ percents = [], prices = [] }: ShockRequest, row: number): string {
  if (percents.length + prices.length === 0) return "percents";
  return row < percents.length ? `percents.${row}` : `prices.${row - percents.length}`;
}

function invalid(issue: Issue): Refusal {
  return new Refusal({ code: "invalid-request", issues: [issue] });
}

function renderFigures(figures: ShockFigures): z.output<typeof schemas.ShockFigures> {
  return {
    called: figures.calledCount,
    forceClose: figures.forceCloseCount,
    needed: Number(figures.neededVnd),
    outstanding: Number(figures.outstandingVnd),
    marketValue: Number(figures.marketVnd),
  };
}
