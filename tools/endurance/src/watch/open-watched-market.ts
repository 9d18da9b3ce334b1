import {
  importCatalog,
  openAccount,
  type Refusal,
  type Services,
  setMark,
  setPosition,
  setRates,
} from "@trading-oms/brokerage";
import type { InstrumentRecord } from "@trading-oms/market";
import type { Dice } from "../make-dice.ts";
import { drawMarks } from "./draw-marks.ts";
import type { ExpectedPosition } from "./expected-position.ts";
import { findLeft } from "./find-left.ts";
import { followMark } from "./follow-mark.ts";
import { listWatchedPositions } from "./list-watched-positions.ts";
import { listWatchedSymbols } from "./list-watched-symbols.ts";
import type { WatchedPosition } from "./watched-position.ts";
import type { WatchedSymbol } from "./watched-symbol.ts";

/** A market that is traded by hand, and what has to have followed from it. */
export type WatchedMarket = {
  readonly services: Services;
  readonly dice: Dice;
  /** Every position with what its owner has to be told by now. */
  readonly expected: () => readonly ExpectedPosition[];
  readonly episodeCount: () => number;
  /** Sets a price for each symbol, and says for how many positions something follows. */
  readonly move: () => Promise<number>;
  /** Reads which positions are not judged as they have to be, yet. */
  readonly readLeft: () => Promise<ExpectedPosition[]>;
};

const onePrice = 1_000n;

/**
 * Lists symbols, with others beside them that nobody here trades, and opens accounts with their positions, by the use
 * cases that an operator has.
 */
export async function openWatchedMarket(
  services: Services,
  dice: Dice,
  others: readonly InstrumentRecord[] = [],
): Promise<WatchedMarket> {
  const symbols = listWatchedSymbols();
  const positions = listWatchedPositions(dice, symbols);
  await listSymbols(services, symbols, others);
  await openPositions(services, positions);
  // Whoever has paid more than the reference price may be called from the first moment on.
  let expected = positions.map((position) => followMark(nothingOf(position), position.traded.baseVnd));
  const keys = [...new Map(positions.map((each) => [each.accountId, each])).values()];
  return {
    services,
    dice,
    expected: () => expected,
    episodeCount: () => expected.reduce((sum, { episodeCount }) => sum + episodeCount, 0),
    move: async () => {
      const marks = drawMarks(dice, symbols);
      const before = expected;
      expected = before.map((each) => followMark(each, marks.get(each.position.traded.symbol) ?? 0n));
      await Promise.all(
        [...marks].map(async ([symbol, markVnd]) =>
          need(await setMark(services, { symbol, price: markVnd * onePrice })),
        ),
      );
      return expected.filter((each, index) => each !== before[index]).length;
    },
    readLeft: async () => findLeft(expected, await services.store.readAccounts(keys)),
  };
}

async function listSymbols(
  services: Services,
  symbols: readonly WatchedSymbol[],
  others: readonly InstrumentRecord[],
): Promise<void> {
  const imported = await importCatalog(services, linesOf([...symbols.map(recordOf), ...others]));
  if (imported.kind === "refused") throw new Error(imported.faults.map(({ fault }) => fault).join(" "));
  for (const { symbol, rates } of symbols)
    need(await setRates(services, { level: "symbol", name: symbol, rates }));
}

async function* linesOf(records: readonly InstrumentRecord[]) {
  for (const [index, record] of records.entries()) yield { line: index + 2, record };
}

function recordOf({ symbol, exchange, baseVnd }: WatchedSymbol, index: number): InstrumentRecord {
  return {
    symbol,
    exchange,
    type: "stock",
    name: symbol,
    companyName: `Công ty Cổ phần số ${index + 1}`,
    referencePrice: baseVnd * onePrice,
    lot: 100n,
    minQuantity: 100n,
    maxQuantity: 500_000n,
  };
}

async function openPositions(services: Services, positions: readonly WatchedPosition[]): Promise<void> {
  const accounts = Map.groupBy(positions, ({ accountId }) => accountId);
  await Promise.all(
    [...accounts].map(async ([accountId, held]) => {
      const key = { userId: held[0]?.userId ?? "", accountId };
      need(await openAccount(services, key));
      for (const { traded, quantity, entryVnd } of held) {
        const entry = { quantity, price: entryVnd * onePrice };
        need(await setPosition(services, { ...key, symbol: traded.symbol }, entry));
      }
    }),
  );
}

function nothingOf(position: WatchedPosition): ExpectedPosition {
  return { position, episodeCount: 0, isOpen: false, isForceCloseTold: false, tellings: [] };
}

function need(outcome: { readonly kind: "done" } | Refusal): void {
  if (outcome.kind === "refused") throw new Error(outcome.message);
}
