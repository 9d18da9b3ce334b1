import type { AccountFigures, Rates } from "@trading-oms/margin";
import type { Price } from "@trading-oms/market";
import { exactJson } from "./exact-json.ts";

/** A position as it was when its owner was told of it. */
export type PositionSnapshot = {
  readonly symbol: string;
  readonly quantity: bigint;
  /** What was paid for one, rounded down to a thousandth. */
  readonly averagePrice: Price;
  readonly markPrice: Price;
  /** Undefined where the mark was no last price. */
  readonly markAtMs?: number | undefined;
  readonly marketVnd: bigint;
  readonly unrealizedVnd: bigint;
  readonly coveredVnd: bigint;
  readonly dealRatio: bigint;
  readonly neededVnd: bigint;
} & Rates;

/** What a notification tells of its cause, frozen at the moment of telling. */
export type NotificationData = {
  readonly accountId: string;
  readonly symbol?: string;
  readonly amountVnd?: bigint;
  readonly position?: PositionSnapshot;
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
