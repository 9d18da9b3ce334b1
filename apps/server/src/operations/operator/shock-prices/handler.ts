import type { z } from "@hono/zod-openapi";
import {
  type ShockFigures,
  type ShockRow,
  shockPrices as shockAllPrices,
  takeTurns,
} from "@trading-oms/brokerage";
import type { routes, schemas } from "@trading-oms/contract/operator";
import { parsePrice } from "@trading-oms/market";
import { Refusal } from "../../../http/errors.ts";
import type { Issue } from "../../../http/failures.ts";
import { privateHeaders } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, DeskServices } from "../../../services.ts";
import { fractionOf } from "../../companion/account.ts";
import { loadedDesk } from "../desk.ts";

type ShockRequest = z.output<typeof schemas.ShockRequest>;

/** How many shocks may run and wait. Each takes seconds where there are many positions, so one runs at a time. */
const shocksMax = 4;

/** Tells what would be called and needed at other prices. Ends when its caller has gone. */
export function shockPrices(services: DeskServices & ClockServices): Operation<typeof routes.shockPrices> {
  const inTurn = takeTurns(services.monotonicMs, shocksMax);
  return async (c) => {
    const { projection } = loadedDesk(services);
    const { signal } = c.req.raw;
    const request = c.req.valid("json");
    const rows = readRows(request);
    const yieldToEventLoop = async (): Promise<void> => {
      await projection.yieldToEventLoop();
      if (signal.aborted) rejectBusy();
    };
    const shockNow = async () => {
      await yieldToEventLoop();
      return shockAllPrices(projection, rows, yieldToEventLoop);
    };
    const shock = await inTurn("shock", shockNow, rejectBusy);
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

function rejectBusy(): never {
  throw new Refusal({ code: "too-busy" });
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
