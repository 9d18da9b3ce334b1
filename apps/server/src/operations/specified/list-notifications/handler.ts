import { listNotifications as listToldNotifications } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract";
import { type Operation, privateHeaders } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { renderNotification } from "../../wire/notification.ts";

export function listNotifications(services: TradingServices): Operation<typeof routes.listNotifications> {
  return async (c) => {
    const { limit, offset } = c.req.valid("query");
    const userId = c.get("userId");
    const told = await listToldNotifications(services, userId, { limit, offset });
    const notifications = told.map((each) => withAliases(renderNotification(userId, each)));
    return c.json({ notifications, limit, offset }, 200, privateHeaders);
  };
}

/** The specified document spells some members twice. */
function withAliases(notification: ReturnType<typeof renderNotification>) {
  const { userId, accountId, messageID, createdAt, updatedAt } = notification;
  return {
    ...notification,
    user_id: userId,
    account_id: accountId,
    message_id: messageID,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
