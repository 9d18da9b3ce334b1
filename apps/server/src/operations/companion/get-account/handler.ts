import { readAccountStatus } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/companion";
import { type Operation, privateHeaders, unlessRefused } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { renderAccount } from "../../wire/account.ts";
import { readAccountKey } from "../account.ts";

export function getAccount(services: TradingServices): Operation<typeof routes.getAccount> {
  return async (c) => {
    const { accountId } = c.req.valid("param");
    const key = await readAccountKey(services, c, accountId);
    const status = unlessRefused(await readAccountStatus(services, key));
    return c.json(renderAccount(status), 200, privateHeaders);
  };
}
