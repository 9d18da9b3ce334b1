/** A scenario of prices as the address holds it and as the service takes it. */
import type { ShockRequest } from "@trading-oms/types/operator";
import { parseDecimal, parsePrice } from "../../text/format.ts";

export const scopes = ["exchange", "industry", "group", "symbol", "price"] as const;

/** What a row moves: by a percentage, or a symbol to a price. */
type Scope = (typeof scopes)[number];

export type Row = { readonly scope: Scope; readonly name: string; readonly value: string };

export type Scenario = { readonly all: string; readonly rows: readonly Row[] };

/** Reads `all=-7&row=industry:-10:Ngân hàng`; the name comes last, because it may hold anything. */
export function readScenario(parameters: URLSearchParams): Scenario {
  const rows = parameters.getAll("row").flatMap((text): Row[] => {
    const [, scope, value = "", name = ""] = /^(\w+):([^:]*):(.*)$/.exec(text) ?? [];
    const known = scopes.find((each) => each === scope);
    return known === undefined ? [] : [{ scope: known, name, value }];
  });
  return { all: parameters.get("all") ?? "", rows };
}

/** The parameters of a scenario. */
export function writeScenario({ all, rows }: Scenario): {
  readonly all: string | undefined;
  readonly row: readonly string[];
} {
  const isNothing = all === "" || all === "0";
  return {
    all: isNothing ? undefined : all,
    row: rows.map(({ scope, name, value }) => `${scope}:${value}:${name}`),
  };
}

/** Whether a row can be asked. */
export function isWhole({ scope, name, value }: Row): boolean {
  const isReadable =
    scope === "price" ? (parsePrice(nameOf(scope, name), value) ?? 0) > 0 : percentOf(value) !== undefined;
  return name.trim() !== "" && isReadable;
}

/** The percentage of the whole market; undefined if it cannot be read or asked. */
export function marketPercent({ all }: Pick<Scenario, "all">): number | undefined {
  return all === "" ? 0 : percentOf(all);
}

function percentOf(value: string): number | undefined {
  const percent = parseDecimal(value);
  return percent !== undefined && percent >= -99 && percent <= 1_000 ? percent : undefined;
}

/** The request of a scenario; rows that are not whole yet are left out. Undefined if what moves the market is unreadable. */
export function requestOf({ all, rows }: Scenario): ShockRequest | undefined {
  const percent = marketPercent({ all });
  if (percent === undefined) return undefined;
  const whole = rows.filter(isWhole);
  return {
    percents: [
      { scope: "all", percent },
      ...whole.flatMap(({ scope, name, value }) =>
        scope === "price" ? [] : [{ scope, name: nameOf(scope, name), percent: parseDecimal(value) ?? 0 }],
      ),
    ],
    prices: whole.flatMap(({ scope, name, value }) => {
      const symbol = nameOf(scope, name);
      return scope === "price" ? [{ symbol, price: parsePrice(symbol, value) ?? 0 }] : [];
    }),
  };
}

/** Symbols, exchanges and groups are written in capitals; industries as they are. */
function nameOf(scope: Scope, name: string): string {
  return scope === "industry" ? name.trim() : name.trim().toUpperCase();
}
