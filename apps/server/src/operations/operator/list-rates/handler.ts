import { readAllRates } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { privateHeaders } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { TradingServices } from "../../../services.ts";
import { fractionOf } from "../../companion/account.ts";

/** Lists the rates that are set. */
export function listRates({ store }: TradingServices): Operation<typeof routes.listRates> {
  return async (c) => {
    const { level, name, limit, offset } = c.req.valid("query");
    const all = [...(await readAllRates(store)).values()];
    const found = all.filter(
      (each) => (level ?? each.level) === each.level && (name ?? each.name) === each.name,
    );
    const rates = found.slice(offset, offset + limit).map((each) => ({
      level: each.level,
      name: each.name,
      marginRatio: fractionOf(each.marginRatio),
      marginCallRate: fractionOf(each.marginCallRate),
      forceCloseRate: fractionOf(each.forceCloseRate),
      changedAt: each.changedAtMs,
    }));
    return c.json({ total: found.length, rates }, 200, privateHeaders);
  };
}
