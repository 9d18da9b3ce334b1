import type { routes } from "@trading-oms/contract/companion";
import { type Operation, privateHeaders } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";

export function countNotifications(services: TradingServices): Operation<typeof routes.countNotifications> {
  return async (c) => {
    const { unread, all, newestId } = await services.store.countNotifications(c.get("userId"));
    return c.json({ unread, all, newestId }, 200, privateHeaders);
  };
}
