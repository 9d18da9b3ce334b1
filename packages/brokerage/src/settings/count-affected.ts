/** Counts the positions that a change of rates affects. */
import { figuresOfPosition, type Rates } from "@trading-oms/margin";
import type { Instrument } from "@trading-oms/market";
import { readAllAccounts, valueAccount } from "../accounts/figures.ts";
import type { RatesName, RatesRecord } from "../ports/index.ts";
import { readAllRates } from "../reference/book.ts";
import { findInstrument } from "../reference/catalog.ts";
import { chooseRates, ratesNamesOf } from "../reference/rates.ts";
import type { Services } from "../services.ts";

/** How many positions a change of rates affects. */
export type AffectedPositions = {
  /** Positions whose rates are those of the changed scope, before the change or after it. */
  readonly positionCount: number;
  /** Those among them that are below their call rate by the change and were not before. */
  readonly calledCount: number;
};

/** Counts what new rates of a scope would affect, or their removal if `after` is undefined. */
export async function countAffected(
  services: Services,
  scope: RatesName,
  after: Rates | undefined,
): Promise<AffectedPositions> {
  const held = await findHeld(services, scope, after);
  let [positionCount, calledCount] = [0, 0];
  if (held.size === 0) return { positionCount, calledCount };
  const book = {
    findInstrument: (symbol: string) => held.get(symbol)?.instrument,
    ratesOf: ({ symbol }: Pick<Instrument, "symbol">) =>
      held.get(symbol)?.before ?? chooseRates([], () => undefined),
    catchUpWith: async () => {},
  };
  for await (const states of readAllAccounts(services)) {
    const positions = states.flatMap((state) => state.positions).filter(({ symbol }) => held.has(symbol));
    if (positions.length === 0) continue;
    const valued = await valueAccount({ ...services, book }, { equityVnd: 0n }, positions);
    positionCount += positions.length;
    calledCount += valued.positions.filter(({ position, figures, mark }) => {
      const rates = held.get(position.symbol)?.after;
      if (rates === undefined || position.isClosing || figures.isCalled) return false;
      return figuresOfPosition(position, rates, mark.unitVnd).isCalled;
    }).length;
  }
  return { positionCount, calledCount };
}

type HeldSymbol = { readonly instrument: Instrument; readonly before: Rates; readonly after: Rates };

/** The held symbols whose rates come from a scope, with their rates before and after the change. */
async function findHeld(
  services: Services,
  scope: RatesName,
  rates: Rates | undefined,
): Promise<ReadonlyMap<string, HeldSymbol>> {
  const held = new Map<string, HeldSymbol>();
  const symbols = await services.store.readHeldSymbols();
  const asked = scope.level === "symbol" ? symbols.filter((symbol) => symbol === scope.name) : symbols;
  if (asked.length === 0) return held;
  const records = await readAllRates(services.store);
  const keyOf = ({ level, name }: RatesName): string => `${level}/${name}`;
  const changed = rates && ({ ...scope, ...rates, changedAtMs: 0 } satisfies RatesRecord);
  for (const symbol of asked) {
    const instrument = services.book?.findInstrument(symbol) ?? (await findInstrument(services, symbol));
    if (instrument === undefined) continue;
    const names = ratesNamesOf(instrument);
    const place = names.findIndex((each) => keyOf(each) === keyOf(scope));
    if (place < 0 || names.slice(0, place).some((each) => records.has(keyOf(each)))) continue;
    held.set(symbol, {
      instrument,
      before: chooseRates(names, (each) => records.get(keyOf(each))),
      after: chooseRates(names, (each) =>
        keyOf(each) === keyOf(scope) ? changed : records.get(keyOf(each)),
      ),
    });
  }
  return held;
}
