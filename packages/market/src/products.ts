import type { Exchange } from "./instrument.ts";
import { onePrice, type Price } from "./price.ts";

/** The rules of a kind of future. Every contract of it follows them; a new product is a new row of the table. */
export type Product = {
  /** The code under which rates are set for all its contracts, and with which their aliases begin. */
  readonly code: string;
  /** Its two characters in the code of a contract. */
  readonly codePart: string;
  readonly name: string;
  readonly underlyingSymbolCode: string;
  /** The exchange whose sessions, lots and product group apply. */
  readonly exchange: Exchange;
  /** What its prices are: points of an index, or VND for 100,000 VND of the bond's face value. */
  readonly priceUnit: "point" | "vnd";
  /** The value of a price of 1 in VND. */
  readonly contractSize: bigint;
  readonly priceStep: Price;
  /** The largest move of a day, in percent of the reference price. */
  readonly bandPercent: bigint;
  readonly quantityMax: bigint;
  /** The last trading day: the third Thursday of the month, or its 15th; the trading day before where that is none. */
  readonly expiration: "third-thursday" | "fifteenth";
  /** The ends of its aliases in the order of the contracts: `1M` is the nearest month, `1Q` the nearest end of a quarter after the months. */
  readonly aliasEnds: readonly `${1 | 2 | 3}${"M" | "Q"}`[];
};

const ofIndex = {
  exchange: "DERIVATIVES",
  priceUnit: "point",
  contractSize: 100_000n,
  priceStep: onePrice / 10n,
  bandPercent: 7n,
  quantityMax: 500n,
  expiration: "third-thursday",
  aliasEnds: ["1M", "2M", "1Q", "2Q"],
} as const;

const ofBonds = {
  exchange: "DERIVATIVES",
  priceUnit: "vnd",
  contractSize: 10_000n,
  priceStep: onePrice,
  bandPercent: 3n,
  quantityMax: 500n,
  expiration: "fifteenth",
  aliasEnds: ["1Q", "2Q", "3Q"],
} as const;

export const products: readonly Product[] = [
  { ...ofIndex, code: "VN30F", codePart: "I1", name: "VN30 index futures", underlyingSymbolCode: "VN30" },
  { ...ofIndex, code: "VN100F", codePart: "I2", name: "VN100 index futures", underlyingSymbolCode: "VN100" },
  {
    ...{ ...ofBonds, code: "GB05F", codePart: "B5" },
    ...{ name: "5-year government bond futures", underlyingSymbolCode: "GB05" },
  },
  {
    ...{ ...ofBonds, code: "GB10F", codePart: "BA" },
    ...{ name: "10-year government bond futures", underlyingSymbolCode: "GB10" },
  },
];

const productsByPart: ReadonlyMap<string, Product> = new Map(products.map((each) => [each.codePart, each]));

/** The product of a contract by its code, which is not validated beyond that. */
export function productOf(symbol: string): Product | undefined {
  return symbol.startsWith("41") ? productsByPart.get(symbol.slice(2, 4)) : undefined;
}

export function findProduct(code: string): Product | undefined {
  return products.find((each) => each.code === code);
}
