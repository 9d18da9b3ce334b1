import { listAccountStatuses } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/companion";
import { type Operation, privateHeaders } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { renderSummary } from "../../wire/account.ts";

export function listAccounts(services: TradingServices): Operation<typeof routes.listAccounts> {
  return async (c) => {
    const statuses = await listAccountStatuses(services, c.get("userId"));
    const accounts = statuses.map((status) => renderSummary(status, status.positions.length));
    return c.json({ accounts }, 200, privateHeaders);
  };
}
