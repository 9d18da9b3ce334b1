import {
  type CoverAnswer,
  type CoverOrder,
  type Refusal,
  type Services,
  setCover,
} from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import { coveredStock } from "./covered-stock.ts";

/** An order to cover; the request's id is its key as well, where it is to be repeated. */
export type CrashCover = {
  readonly amountVnd: bigint;
  readonly requestId: string;
  readonly isKeyed: boolean;
};

/** Covers as the service does for a user. */
export function orderCover(
  services: Services,
  key: AccountKey,
  { amountVnd, requestId, isKeyed }: CrashCover,
): Promise<CoverAnswer | Refusal> {
  const order: CoverOrder = {
    ...key,
    symbol: coveredStock.symbol,
    amountVnd,
    actor: { kind: "user", name: key.userId },
    requestId,
    idempotency: isKeyed ? { key: requestId, fingerprint: String(amountVnd) } : undefined,
  };
  return setCover(services, order);
}
