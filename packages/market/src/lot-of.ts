import type { Exchange } from "./exchange.ts";

/** Gives how many shares or contracts are traded at once. */
export function lotOf(exchange: Exchange): bigint {
  return exchange === "DERIVATIVES" ? 1n : 100n;
}

/** Gives the most that one order may ask for, where the exchange has such a limit. */
export function quantityMaxOf(exchange: Exchange): bigint | undefined {
  return exchange === "DERIVATIVES" ? 500n : undefined;
}
