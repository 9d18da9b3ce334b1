import { findAccounts as findAccountsIn } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { type Operation, privateHeaders } from "../../../http/operation.ts";
import type { DeskServices } from "../../../services.ts";
import { renderSummary } from "../../wire/account.ts";
import { loadedDesk } from "../desk.ts";

export function findAccounts(services: DeskServices): Operation<typeof routes.findAccounts> {
  return async (c) => {
    const { projection } = loadedDesk(services);
    const { query = "", limit } = c.req.valid("query");
    const found = findAccountsIn(projection, query, limit);
    const accounts = found.map((each) => ({
      ...renderSummary(each, each.positionCount),
      userId: each.userId,
    }));
    return c.json({ accounts }, 200, privateHeaders);
  };
}
