/** Finds the positions that a change of rates affects, and the calls that it opens and ends. */
import { decideEpisode, figuresOfPosition, noEpisode, type Rates } from "@trading-oms/margin";
import type { Instrument } from "@trading-oms/market";
import { outstandingOf } from "../accounts/account-status.ts";
import { readAllAccounts, type ValuedPosition, valueAccount } from "../accounts/figures.ts";
import type { EpisodeRecord, PricedAccount, RatesName } from "../ports/index.ts";
import { readAllRates } from "../reference/book.ts";
import { chooseRates, fullyPaid, lookUpInstrument, ratesNamesOf } from "../reference/rates.ts";
import type { Services } from "../services.ts";

/** New rates of a scope, or their removal if `rates` is undefined. */
export type RatesChange = RatesName & { readonly rates: Rates | undefined };

export type AffectedPositions = {
  /** Positions whose rates are those of a changed scope, before the change or after it. */
  readonly positionCount: number;
  /** Those among them whose call opens, and what they then lack. */
  readonly calledCount: number;
  readonly calledOutstandingVnd: bigint;
  /** Those among them whose open call ends, and what they lacked. */
  readonly endedCount: number;
  readonly endedOutstandingVnd: bigint;
};

/** What a change affects that is not made. */
export const noneAffected: AffectedPositions = {
  positionCount: 0,
  calledCount: 0,
  calledOutstandingVnd: 0n,
  endedCount: 0,
  endedOutstandingVnd: 0n,
};

/** Counts what changes of rates would affect, all made at once. */
export async function countAffected(
  services: Services,
  changes: readonly RatesChange[],
): Promise<AffectedPositions> {
  const held = await findHeld(services, changes);
  if (held.size === 0) return noneAffected;
  const book = {
    findInstrument: (symbol: string) => held.get(symbol)?.instrument,
    ratesOf: ({ symbol }: Pick<Instrument, "symbol">) => held.get(symbol)?.before ?? fullyPaid,
  };
  const affected: { -readonly [Name in keyof AffectedPositions]: AffectedPositions[Name] } = {
    ...noneAffected,
  };
  for await (const states of readAllAccounts(services)) {
    const found = states.flatMap(({ positions, episodes }) =>
      positions
        .filter(({ symbol }) => held.has(symbol))
        .map((position) => ({
          position,
          episode: episodes.find(({ symbol }) => symbol === position.symbol),
        })),
    );
    if (found.length === 0) continue;
    const positions = found.map(({ position }) => position);
    const valued = await valueAccount({ ...services, book }, { equityVnd: 0n }, positions, {
      positions,
      prices: (states[0] as PricedAccount).prices,
    });
    affected.positionCount += found.length;
    for (const [index, each] of valued.positions.entries()) {
      const after = held.get(each.position.symbol)?.after;
      const call = after && decideCall(each, found[index]?.episode, after);
      if (call?.event === "opened") {
        affected.calledCount += 1;
        affected.calledOutstandingVnd += call.outstandingVnd;
      } else if (call?.event === "ended") {
        affected.endedCount += 1;
        affected.endedOutstandingVnd += outstandingOf(each);
      }
    }
  }
  return affected;
}

/** What becomes of the call of a position under new rates, and what it then lacks. A position that can't be called has none. */
function decideCall(
  { position, isCallable, mark: { unitVnd } }: ValuedPosition,
  episode: EpisodeRecord | undefined,
  rates: Rates,
) {
  if (!isCallable) return undefined;
  const held = { position, rates, unitVnd };
  const { event } = decideEpisode({
    episode: episode ?? noEpisode,
    held,
    occasion: "change",
    hoursTraded: 0n,
  });
  const figures = figuresOfPosition(position, rates, unitVnd);
  return { event, outstandingVnd: outstandingOf({ position, figures, isCallable }) };
}

type HeldSymbol = { readonly instrument: Instrument; readonly before: Rates; readonly after: Rates };

/** The held symbols whose rates come from a changed scope, with their rates before and after the changes. */
async function findHeld(
  services: Services,
  changes: readonly RatesChange[],
): Promise<ReadonlyMap<string, HeldSymbol>> {
  const held = new Map<string, HeldSymbol>();
  const symbols = await services.store.readHeldSymbols();
  if (symbols.length === 0) return held;
  const keyOf = ({ level, name }: RatesName): string => `${level}/${name}`;
  const records = await readAllRates(services.store);
  const changed = new Map(changes.map((change) => [keyOf(change), change.rates]));
  const isOfSymbols = changes.every(({ level }) => level === "symbol");
  for (const symbol of symbols) {
    if (isOfSymbols && !changed.has(keyOf({ level: "symbol", name: symbol }))) continue;
    const instrument = await lookUpInstrument(services, symbol);
    if (instrument === undefined) continue;
    const names = ratesNamesOf(instrument);
    const first = names.find((each) => changed.has(keyOf(each)) || records.has(keyOf(each)));
    if (first === undefined || !changed.has(keyOf(first))) continue;
    held.set(symbol, {
      instrument,
      before: chooseRates(names, (each) => records.get(keyOf(each))),
      after: chooseRates(names, (each) => (changed.has(keyOf(each)) ? changed : records).get(keyOf(each))),
    });
  }
  return held;
}
