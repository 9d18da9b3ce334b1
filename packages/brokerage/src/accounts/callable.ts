/** Which positions are called at all. */
import { calendarDateOf, findExpirationDate } from "@trading-oms/market";
import type { PositionRecord } from "../ports/index.ts";
import { holidaysOf, type Services } from "../services.ts";

/**
 * Whether a position can be called and reminded of: not while it is being closed, and not after the last trading day of its
 * contract, when it waits for its settlement. What was told before stays until it is closed.
 */
export function isCallable(
  services: Pick<Services, "now" | "holidays">,
  { symbol, isClosing }: Pick<PositionRecord, "symbol" | "isClosing">,
): boolean {
  return !isClosing && findExpired(services, symbol) === undefined;
}

/** The last trading day of a contract that has expired. Undefined for any other symbol. */
export function findExpired(
  services: Pick<Services, "now" | "holidays">,
  symbol: string,
): string | undefined {
  const date = findExpirationDate(symbol, holidaysOf(services));
  return date !== undefined && date < calendarDateOf(services.now()) ? date : undefined;
}
