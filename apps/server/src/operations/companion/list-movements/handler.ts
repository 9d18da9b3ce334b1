import { listMovements as listMovementsOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/companion";
import { privateHeaders, refreshBook } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { TradingServices } from "../../../services.ts";
import { readAccountKey, unlessAbsent } from "../account.ts";

/** Lists what moved in an account. */
export function listMovements(services: TradingServices): Operation<typeof routes.listMovements> {
  return async (c) => {
    const { accountId } = c.req.valid("param");
    await refreshBook(services);
    const key = await readAccountKey(services, c, accountId);
    const page = unlessAbsent(await listMovementsOf(services, key, c.req.valid("query")));
    const movements = page.movements.map(({ place, atMs, kind, symbol, beforeVnd, afterVnd }) => ({
      place,
      time: atMs,
      kind,
      symbol: symbol ?? null,
      before: Number(beforeVnd),
      after: Number(afterVnd),
    }));
    return c.json({ movements, nextCursor: page.next ?? null }, 200, privateHeaders);
  };
}
