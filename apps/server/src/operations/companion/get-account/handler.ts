import { readAccountStatus } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/companion";
import { privateHeaders, refreshBook, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, ObservationServices, TradingServices } from "../../../services.ts";
import { readAccountKey, renderAccount, unlessAbsent } from "../account.ts";

/** Returns an account with its positions. */
export function getAccount(
  services: TradingServices & ClockServices & ObservationServices,
): Operation<typeof routes.getAccount> {
  return async (c) => {
    const { accountId } = c.req.valid("param");
    await refreshBook(services);
    const key = await readAccountKey(services, c, accountId);
    const status = unlessAbsent(await readAccountStatus(useCaseServices(services), key));
    return c.json(renderAccount(status), 200, privateHeaders);
  };
}
