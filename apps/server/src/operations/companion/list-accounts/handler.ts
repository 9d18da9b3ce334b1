import { listAccountStatuses } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/companion";
import { privateHeaders, refreshBook, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { UseCaseServices } from "../../../services.ts";
import { renderSummary } from "../../wire/account.ts";

/** Lists the accounts of the token's user. */
export function listAccounts(services: UseCaseServices): Operation<typeof routes.listAccounts> {
  return async (c) => {
    await refreshBook(services);
    const statuses = await listAccountStatuses(useCaseServices(services), c.get("userId"));
    const accounts = statuses.map((status) => renderSummary(status, status.positions.length));
    return c.json({ accounts }, 200, privateHeaders);
  };
}
