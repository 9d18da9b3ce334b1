import { type FoundAccount, findAccounts as findAccountsIn } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { privateHeaders } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { DeskServices } from "../../../services.ts";
import { loadedDesk } from "../desk.ts";

/** Finds accounts by the beginning of their name or user. */
export function findAccounts(services: DeskServices): Operation<typeof routes.findAccounts> {
  return async (c) => {
    const { projection } = loadedDesk(services);
    const { query = "", limit } = c.req.valid("query");
    const accounts = findAccountsIn(projection, query, limit).map(renderFound);
    return c.json({ accounts }, 200, privateHeaders);
  };
}

function renderFound({ accountId, userId, figures, outstandingVnd, ...counts }: FoundAccount) {
  return {
    accountId,
    userId,
    totalEquity: Number(figures.totalEquityVnd),
    maintenanceMargin: Number(figures.maintenanceMarginVnd),
    tradingPower: Number(figures.tradingPowerVnd),
    outstanding: Number(outstandingVnd),
    ...counts,
  };
}
