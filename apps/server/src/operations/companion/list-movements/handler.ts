import { listMovements as listMovementsOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/companion";
import { type Operation, privateHeaders, unlessRefused } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { orNull, wireAmount } from "../../wire/numbers.ts";
import { readAccountKey } from "../account.ts";

export function listMovements(services: TradingServices): Operation<typeof routes.listMovements> {
  return async (c) => {
    const { accountId } = c.req.valid("param");
    const key = await readAccountKey(services, c, accountId);
    const page = unlessRefused(await listMovementsOf(services, key, c.req.valid("query")));
    const movements = page.movements.map(({ place, atMs, kind, symbol, quantity, beforeVnd, afterVnd }) => ({
      place,
      time: atMs,
      kind,
      symbol: symbol ?? null,
      quantity: orNull(quantity, wireAmount),
      before: wireAmount(beforeVnd),
      after: wireAmount(afterVnd),
    }));
    return c.json({ movements, nextCursor: page.next ?? null }, 200, privateHeaders);
  };
}
