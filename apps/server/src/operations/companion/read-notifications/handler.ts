import { readNotifications as markRead } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/companion";
import { refuseField } from "../../../http/errors.ts";
import { type Operation, privateHeaders } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";

/** Marks notifications of the token's user as read, by their ids or all up to one. */
export function readNotifications(services: TradingServices): Operation<typeof routes.readNotifications> {
  return async (c) => {
    const outcome = await markRead(services, c.get("userId"), c.req.valid("json"));
    if (outcome.kind === "refused")
      throw refuseField("through", "has to be the id of one of your notifications");
    const { unread, all, newestId } = outcome;
    return c.json({ unread, all, newestId }, 200, privateHeaders);
  };
}
