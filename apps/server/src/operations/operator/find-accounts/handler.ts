import { findAccounts as findAccountsIn } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { privateHeaders } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { DeskServices } from "../../../services.ts";
import { renderSummary } from "../../wire/account.ts";
import { loadedDesk } from "../desk.ts";

/** Finds accounts by the beginning of their name or user. */
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
