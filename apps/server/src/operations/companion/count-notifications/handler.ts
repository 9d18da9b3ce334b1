import type { routes } from "@trading-oms/contract/companion";
import { privateHeaders, refreshBook } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { TradingServices } from "../../../services.ts";

/** Counts the notifications of the token's user. */
export function countNotifications(services: TradingServices): Operation<typeof routes.countNotifications> {
  return async (c) => {
    await refreshBook(services);
    const { unread, all, newestId } = await services.store.countNotifications(c.get("userId"));
    return c.json({ unread, all, newestId }, 200, privateHeaders);
  };
}
