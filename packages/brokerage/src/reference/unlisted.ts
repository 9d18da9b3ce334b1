import {
  calendarDateOf,
  type Instrument,
  parseFutureCode,
  productGroupOf,
  resolveAlias,
  SearchIndex,
} from "@trading-oms/market";
import type { RatesLevel } from "../ports/index.ts";
import { holidaysOf, type Refusal, refuse, type Services } from "../services.ts";
import { readCatalog, readInstrument } from "./catalog.ts";

const exchanges = ["HOSE", "HNX", "UPCOM", "DERIVATIVES"] as const;
const groups: readonly string[] = exchanges.map(productGroupOf);

const suggestionsMax = 3;

/**
 * Refuses a symbol, a product or a group that does not exist, with what was probably meant. Undefined for one that
 * exists: a symbol of the catalog, a product with at least one contract in it, or a group.
 */
export async function rejectUnlisted(
  services: Pick<Services, "store" | "now" | "holidays">,
  level: RatesLevel,
  name: string,
): Promise<Refusal | undefined> {
  if (level === "group")
    return groups.includes(name) ? undefined : refuse("name_not_valid", describeGroup(name));
  if (level === "symbol" && (await services.store.findInstrument(name)) !== undefined) return undefined;
  const instruments: Instrument[] = [];
  for await (const part of readCatalog({ store: services.store }))
    instruments.push(...part.map(readInstrument));
  const products = [...new Set(instruments.flatMap(productsOf))].toSorted();
  if (level === "product" && products.includes(name)) return undefined;
  const contract = resolveAlias(name, calendarDateOf(services.now()), holidaysOf(services));
  if (contract !== undefined) {
    const isListed = instruments.some(({ symbol }) => symbol === contract);
    const product = productsOf({ symbol: contract }).find((each) => products.includes(each));
    const named = [
      ...(isListed ? [`the symbol ${contract}`] : []),
      ...(product === undefined ? [] : [`the product ${product}`]),
    ];
    const listing = isListed ? "" : ", which is not listed";
    const meant = named.length === 0 ? "import it first" : `name ${named.join(" or ")}`;
    return refuse(
      "name_not_valid",
      `${name} is an alias, today of the contract ${contract}${listing}; ${meant}.`,
    );
  }
  const kind = kindOf(name, instruments, products);
  if (kind !== undefined) return refuse("name_not_valid", `${name} is a ${kind}, not a ${level}.`);
  if (level === "product") {
    const listed = products.length === 0 ? "no contract is listed" : `write ${products.join(", ")}`;
    return refuse("name_not_valid", `There is no product ${name}; ${listed}.`);
  }
  const near = findNear(instruments, name);
  const meant = near.length === 0 ? "import it first." : `did you mean ${near.join(", ")}?`;
  return refuse("no_such_instrument", `${name} is not listed; ${meant}`);
}

function describeGroup(name: string): string {
  const exchange = exchanges.find((each) => each === name.toUpperCase());
  if (exchange !== undefined) return `The group of ${exchange} is ${productGroupOf(exchange)}; write that.`;
  return `There is no group ${name}; write ${groups.join(", ")}.`;
}

function productsOf({ symbol }: Pick<Instrument, "symbol">): string[] {
  const future = parseFutureCode(symbol);
  return future === undefined ? [] : [future.product.code];
}

function kindOf(
  name: string,
  instruments: readonly Instrument[],
  products: readonly string[],
): RatesLevel | undefined {
  if (groups.includes(name)) return "group";
  if (products.includes(name)) return "product";
  return instruments.some(({ symbol }) => symbol === name) ? "symbol" : undefined;
}

function findNear(instruments: readonly Instrument[], name: string): string[] {
  const hits = new SearchIndex(instruments).search(name);
  return hits.slice(0, suggestionsMax).map(({ symbol }) => symbol);
}
