import { listAccountStatuses } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/companion";
import { privateHeaders, refreshBook, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, ObservationServices, TradingServices } from "../../../services.ts";
import { renderSummary } from "../account.ts";

/** Lists the accounts of the token's user. */
export function listAccounts(
  services: TradingServices & ClockServices & ObservationServices,
): Operation<typeof routes.listAccounts> {
  return async (c) => {
    await refreshBook(services);
    const statuses = await listAccountStatuses(useCaseServices(services), c.get("userId"));
    return c.json({ accounts: statuses.map(renderSummary) }, 200, privateHeaders);
  };
}
