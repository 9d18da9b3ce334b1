import type { z } from "@hono/zod-openapi";
import {
  type ShockFigures,
  type ShockRow,
  shockPrices as shockAllPrices,
  takeTurns,
} from "@trading-oms/brokerage";
import type { routes, schemas } from "@trading-oms/contract/operator";
import { parsePrice } from "@trading-oms/market";
import { Refusal, refuseField } from "../../../http/errors.ts";
import { type Operation, privateHeaders } from "../../../http/operation.ts";
import type { ClockServices, DeskServices } from "../../../services.ts";
import { orNull, unlessTooLarge, wireAmount, wireFraction } from "../../wire/numbers.ts";
import { loadedDesk } from "../desk.ts";
import { limitLongReads } from "../long-reads.ts";

type ShockRequest = z.output<typeof schemas.ShockRequest>;

/**
 * How many shocks may run and wait, each of another viewer. Each takes seconds where there are many positions, so one runs at a
 * time, and a second one of a viewer is refused.
 */
const shocksMax = 4;

/** Tells what would be called and needed at other prices. Ends when its caller has gone. */
export function shockPrices(services: DeskServices & ClockServices): Operation<typeof routes.shockPrices> {
  const inTurn = takeTurns(services.monotonicMs, shocksMax);
  const runLongRead = limitLongReads(
    { yieldToEventLoop: async () => services.callDesk?.projection.yieldToEventLoop() },
    shocksMax,
  );
  return async (c) => {
    const { projection } = loadedDesk(services);
    const request = c.req.valid("json");
    const rows = readRows(request);
    const shock = await runLongRead(c, (yieldToEventLoop) => {
      const shockNow = async () => {
        await yieldToEventLoop();
        return shockAllPrices(projection, rows, yieldToEventLoop);
      };
      return inTurn("shock", shockNow, rejectBusy);
    });
    if (shock.kind === "refused") throw refuseField(fieldOf(request, shock.row), shock.message);
    const { positionCount, movedCount, before, after, histogram, worst } = shock;
    return c.json(
      {
        positionCount,
        movedCount,
        ...renderSums(request, before, after),
        histogram: histogram.map(({ from, ...counts }) => ({
          from: orNull(from, wireFraction),
          ...counts,
        })),
        worst: worst.map(({ outstandingBeforeVnd, outstandingAfterVnd, ...account }) => ({
          ...account,
          outstandingBefore: wireAmount(outstandingBeforeVnd),
          outstandingAfter: wireAmount(outstandingAfterVnd),
        })),
      },
      200,
      privateHeaders,
    );
  };
}

/** What is missing to an account is part of a sum. */
function renderSums({ percents = [] }: ShockRequest, before: ShockFigures, after: ShockFigures) {
  const sums = unlessTooLarge(() => ({ before: renderShock(before), after: renderShock(after) }));
  if (sums !== undefined) return sums;
  throw refuseField(
    percents.length > 0 ? "percents" : "prices",
    "brings sums beyond 9,007,199,254,740,991 VND, the most that is counted exactly; move prices less",
  );
}

function rejectBusy(): never {
  throw new Refusal({ code: "too_busy" });
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
      if (read === undefined) throw refuseField(`prices.${place}.price`, "has to be on a price step");
      return { scope: "symbol" as const, name: symbol, price: read };
    }),
  ];
}

function fieldOf({ percents = [], prices = [] }: ShockRequest, row: number): string {
  if (percents.length + prices.length === 0) return "percents";
  return row < percents.length ? `percents.${row}` : `prices.${row - percents.length}`;
}

function renderShock(figures: ShockFigures): z.output<typeof schemas.ShockFigures> {
  return {
    called: figures.calledCount,
    forceClose: figures.forceCloseCount,
    needed: wireAmount(figures.neededVnd),
    outstanding: wireAmount(figures.outstandingVnd),
    marketValue: wireAmount(figures.marketVnd),
  };
}
