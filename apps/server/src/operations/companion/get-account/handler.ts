import { readAccountStatus } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/companion";
import { privateHeaders, unlessRefused, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { UseCaseServices } from "../../../services.ts";
import { renderAccount } from "../../wire/account.ts";
import { readAccountKey } from "../account.ts";

/** Returns an account with its positions. */
export function getAccount(services: UseCaseServices): Operation<typeof routes.getAccount> {
  return async (c) => {
    const { accountId } = c.req.valid("param");
    const key = await readAccountKey(services, c, accountId);
    const status = unlessRefused(await readAccountStatus(useCaseServices(services), key));
    return c.json(renderAccount(status), 200, privateHeaders);
  };
}
