/** A market of watched positions with prices set by hand, and the notifications that follow from them. */
import { openAccount, type Services, setPosition, setPrice, setRates, shardOf } from "@trading-oms/brokerage";
import type { AccountState } from "@trading-oms/brokerage/ports";
import {
  calendarDateOf,
  expirationDateOf,
  type InstrumentRecord,
  listedFuturesOf,
  makeFutureCode,
  parseFutureCode,
} from "@trading-oms/market";
import { listRecords, makeRecord, need } from "../harness/accounts.ts";
import type { Dice } from "../harness/dice.ts";
import { inLanes } from "../harness/lanes.ts";
import { shardCount } from "../harness/server.ts";
import {
  type DueNotification,
  followMark,
  noPosition,
  type PositionState,
  type Rates,
} from "../model/position.ts";

/** A watched instrument. Prices are whole VND, rates are millionths. */
export type WatchedSymbol = {
  readonly symbol: string;
  readonly exchange: "HOSE" | "HNX" | "UPCOM" | "DERIVATIVES";
  /** The worth of a unit at the reference price; all drawn prices are around it. */
  readonly baseVnd: bigint;
  readonly rates: Rates;
};

/** A watched position without a cover. */
type WatchedPosition = {
  readonly userId: string;
  readonly accountId: string;
  readonly traded: WatchedSymbol;
  /** Positive for a long position, negative for a short one. Futures alone are sold short. */
  readonly quantity: bigint;
  /** The entry value per unit. */
  readonly entryVnd: bigint;
};

/** A position with its expected state and all that its owner has to be told. */
export type ExpectedPosition = {
  readonly position: WatchedPosition;
  readonly state: PositionState;
  readonly notifications: readonly DueNotification[];
};

/** The range of prices in percent of the base, wide enough that most prices open, end or force something. */
const percentMin = 60;
const percentMax = 140;

/** Draws a price in VND for each symbol. */
function drawMarks(dice: Dice, symbols: readonly WatchedSymbol[]): Map<string, bigint> {
  return new Map(
    symbols.map(({ symbol, baseVnd }) => {
      const percent = percentMin + dice(percentMax - percentMin + 1);
      return [symbol, (baseVnd / 100n) * BigInt(percent)];
    }),
  );
}

const symbolCount = 20;
const exchanges = ["HOSE", "HNX", "UPCOM", "DERIVATIVES"] as const;
const underlyingSymbolCode = "VN30";
/** Of a contract of the VN30 index. */
const contractSize = 100_000n;

/**
 * Usual rates, rates without a force close, rates that call at once, and rates whose calls end only at a ratio of 1.
 */
const everyRates: readonly WatchedSymbol["rates"][] = [
  { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n },
  { marginRatio: 600_000n, marginCallRate: 450_000n, forceCloseRate: 333_333n },
  { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 0n },
  { marginRatio: 500_000n, marginCallRate: 500_000n, forceCloseRate: 250_000n },
  { marginRatio: 1_000_000n, marginCallRate: 950_000n, forceCloseRate: 700_000n },
];

/** Lists the instruments. A hundredth of each base is a multiple of the exchange's price step. */
export function listWatchedSymbols(): WatchedSymbol[] {
  const codes = listFutureCodes();
  return Array.from({ length: symbolCount }, (_, index) => {
    const exchange = exchanges[index % exchanges.length] ?? "HOSE";
    const isFuture = exchange === "DERIVATIVES";
    return {
      symbol: (isFuture && codes.pop()) || `W${String(index + 1).padStart(2, "0")}`,
      exchange,
      baseVnd: (isFuture ? 1_000_000n : 10_000n) * BigInt(2 + (index % 8)),
      rates: everyRates[index % everyRates.length] as WatchedSymbol["rates"],
    };
  });
}

/** Codes of contracts that expire two to four years from now, after all that other catalogs list. */
function listFutureCodes(): string[] {
  const year = Number(calendarDateOf(Date.now()).slice(0, 4));
  return [2, 3].flatMap((years) =>
    listedFuturesOf("VN30F", `${year + years}-01-01`, new Set()).map(makeFutureCode),
  );
}

function recordOf({ symbol, exchange, baseVnd }: WatchedSymbol): InstrumentRecord {
  const future = parseFutureCode(symbol);
  if (future === undefined) return makeRecord(symbol, { exchange, referencePrice: baseVnd * onePrice });
  return makeRecord(symbol, {
    ...{ exchange, type: "future", lot: 1n, minQuantity: 1n, maxQuantity: 500n, underlyingSymbolCode },
    expirationDate: expirationDateOf(future, new Set()),
    contractSize,
    referencePrice: priceOf({ exchange }, baseVnd),
  });
}

/** The price at which a unit is worth so much. */
function priceOf({ exchange }: Pick<WatchedSymbol, "exchange">, unitVnd: bigint): bigint {
  return (unitVnd * onePrice) / (exchange === "DERIVATIVES" ? contractSize : 1n);
}

const usersOfShard = 4;
const positionsOfAccount = 2;

/** Draws long and short positions for several users in each shard. */
export function listWatchedPositions(dice: Dice, symbols: readonly WatchedSymbol[]): WatchedPosition[] {
  return listUsers().flatMap((userId, index) => {
    const first = dice(symbols.length);
    return Array.from({ length: positionsOfAccount }, (_, place) => {
      const traded = symbols[(first + place * 7) % symbols.length] as WatchedSymbol;
      const size = BigInt(100 * (1 + dice(50)));
      return {
        userId,
        accountId: `WATCH-${index + 1}`,
        traded,
        quantity: traded.exchange === "DERIVATIVES" && dice(4) > 0 ? -size : size,
        entryVnd: (traded.baseVnd * BigInt(95 + dice(11))) / 100n,
      };
    });
  });
}

function listUsers(): string[] {
  const users: string[] = [];
  const counts = new Map<number, number>();
  for (let number = 1; users.length < shardCount * usersOfShard; number += 1) {
    const userId = `watched-${number}`;
    const count = counts.get(shardOf(userId)) ?? 0;
    if (count === usersOfShard) continue;
    counts.set(shardOf(userId), count + 1);
    users.push(userId);
  }
  return users;
}

/** Applies the next mark to a position. */
export function follow(before: ExpectedPosition, markVnd: bigint): ExpectedPosition {
  const { rates } = before.position.traded;
  const { after, notifications } = followMark(before.state, { rates, markVnd });
  if (after === before.state) return before;
  return { ...before, state: after, notifications: [...before.notifications, ...notifications] };
}

/** Finds positions whose stored episode is not the expected one (yet). */
export function findLeft(
  expected: readonly ExpectedPosition[],
  states: readonly AccountState[],
): ExpectedPosition[] {
  const stateOf = new Map(states.map((state) => [state.account.accountId, state]));
  return expected.filter(({ position, state: { episodeCount, isCalled, isForceCloseNotified } }) => {
    const kept = stateOf
      .get(position.accountId)
      ?.episodes.find(({ symbol }) => symbol === position.traded.symbol);
    if (kept === undefined) return episodeCount > 0;
    const isSame = kept.number === BigInt(episodeCount) && kept.isOpen === isCalled;
    // An episode that has ended may keep its force-close flag.
    return !isSame || (isCalled && kept.isForceCloseNotified !== isForceCloseNotified);
  });
}

/** A market with prices set by hand, and the expected consequences. */
export type WatchedMarket = {
  readonly services: Services;
  readonly dice: Dice;
  /** Every position with the notifications expected so far. */
  readonly expected: () => readonly ExpectedPosition[];
  readonly episodeCount: () => number;
  /** Sets a price for each symbol. Returns the number of positions that change. */
  readonly move: () => Promise<number>;
  /** Reads the positions that are not yet judged as expected. */
  readonly readLeft: () => Promise<ExpectedPosition[]>;
};

const onePrice = 1_000n;

/** Lists the symbols and other instruments, and opens accounts with positions, through the operator's use cases. */
export async function openWatchedMarket(
  services: Services,
  dice: Dice,
  others: readonly InstrumentRecord[] = [],
): Promise<WatchedMarket> {
  const symbols = listWatchedSymbols();
  const positions = listWatchedPositions(dice, symbols);
  await listRecords(services, [...symbols.map(recordOf), ...others]);
  for (const { symbol, rates } of symbols)
    need(await setRates(services, { level: "symbol", name: symbol, rates }));
  await openPositions(services, positions);
  // A position that was entered above the reference price may be called from the start.
  let expected = positions.map((position) => follow(untold(position), position.traded.baseVnd));
  const keys = [...new Map(positions.map((each) => [each.accountId, each])).values()];
  return {
    services,
    dice,
    expected: () => expected,
    episodeCount: () => expected.reduce((sum, { state }) => sum + state.episodeCount, 0),
    move: async () => {
      const marks = drawMarks(dice, symbols);
      const before = expected;
      expected = before.map((each) => follow(each, marks.get(each.position.traded.symbol) ?? 0n));
      await Promise.all(
        symbols.map(async (each) => {
          const price = priceOf(each, marks.get(each.symbol) ?? 0n);
          need(await setPrice(services, { isConfirmed: true, symbol: each.symbol, price }));
        }),
      );
      return expected.filter((each, index) => each !== before[index]).length;
    },
    readLeft: async () => findLeft(expected, await services.store.readAccounts(keys)),
  };
}

async function openPositions(services: Services, positions: readonly WatchedPosition[]): Promise<void> {
  // A few at a time: too many concurrent requests would make the store report that it is busy.
  await inLanes(
    8,
    Map.groupBy(positions, ({ accountId }) => accountId),
    async ([accountId, held]) => {
      const key = { userId: held[0]?.userId ?? "", accountId };
      need(await openAccount(services, key));
      for (const { traded, quantity, entryVnd } of held) {
        const entry = { quantity, price: priceOf(traded, entryVnd) };
        need(await setPosition(services, { ...key, symbol: traded.symbol }, entry));
      }
    },
  );
}

/** A position that its owner was told nothing of. */
export function untold(position: WatchedPosition): ExpectedPosition {
  const { quantity, entryVnd } = position;
  return { position, state: { ...noPosition, quantity, entryVnd: quantity * entryVnd }, notifications: [] };
}
