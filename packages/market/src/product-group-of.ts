import type { Exchange } from "./exchange.ts";

/** What an exchange calls the group that its instruments belong to; rates may be set for all of a group. */
export type ProductGroup = "STO" | "STX" | "UPX" | "DVX";

const productGroups: Readonly<Record<Exchange, ProductGroup>> = {
  HOSE: "STO",
  HNX: "STX",
  UPCOM: "UPX",
  DERIVATIVES: "DVX",
};

/** Gives the group whose figures hold for an instrument that has none of its own. */
export function productGroupOf(exchange: Exchange): ProductGroup {
  return productGroups[exchange];
}
