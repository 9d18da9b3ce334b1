import type { AccountFigures } from "@trading-oms/margin";
import { exactJson } from "./exact-json.ts";

/** What a notification tells of its cause, frozen at the moment of telling. */
export type NotificationData = {
  readonly accountId: string;
  readonly symbol?: string;
  readonly amountVnd?: bigint;
  readonly account?: AccountFigures;
};

/** Writes the data of a notification as the store keeps it. */
export function writeNotificationData(data: NotificationData): string {
  return exactJson.write(data);
}

/** Reads the data of a notification back. */
export function readNotificationData(text: string): NotificationData {
  return exactJson.read(text) as NotificationData;
}
