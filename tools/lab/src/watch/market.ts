import { openAccount, type Services, setMark, setPosition, setRates, shardOf } from "@trading-oms/brokerage";
import type { AccountState } from "@trading-oms/brokerage/ports";
import type { InstrumentRecord } from "@trading-oms/market";
import { listRecords, makeRecord, need } from "../harness/accounts.ts";
import type { Dice } from "../harness/dice.ts";
import { inLanes } from "../harness/lanes.ts";
import { shardCount } from "../harness/server.ts";

/** A watched instrument. Prices are whole VND, rates are millionths. */
export type WatchedSymbol = {
  readonly symbol: string;
  readonly exchange: "HOSE" | "HNX" | "UPCOM";
  /** The reference price; all drawn prices are around it. */
  readonly baseVnd: bigint;
  readonly rates: Readonly<Record<"marginRatio" | "marginCallRate" | "forceCloseRate", bigint>>;
};

/** A watched position without a cover. */
type WatchedPosition = {
  readonly userId: string;
  readonly accountId: string;
  readonly traded: WatchedSymbol;
  /** Positive for a long position, negative for a short one. */
  readonly quantity: bigint;
  /** The entry price per unit. */
  readonly entryVnd: bigint;
};

/** A notification that the owner must receive once. */
type ExpectedNotification = {
  readonly type: "MarginCall" | "ForceClose";
  readonly episodeNumber: number;
  /** The amount that ends the call at this mark. */
  readonly amountVnd: bigint;
  readonly markVnd: bigint;
};

/** A position with its expected episodes, computed independently of the tested code. */
export type ExpectedPosition = {
  readonly position: WatchedPosition;
  /** The number of episodes so far. */
  readonly episodeCount: number;
  readonly isOpen: boolean;
  readonly isForceCloseTold: boolean;
  readonly notifications: readonly ExpectedNotification[];
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
const exchanges = ["HOSE", "HNX", "UPCOM"] as const;

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
  return Array.from({ length: symbolCount }, (_, index) => ({
    symbol: `W${String(index + 1).padStart(2, "0")}`,
    exchange: exchanges[index % exchanges.length] ?? "HOSE",
    baseVnd: 10_000n * BigInt(2 + (index % 8)),
    rates: everyRates[index % everyRates.length] as WatchedSymbol["rates"],
  }));
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
        quantity: dice(2) === 0 ? size : -size,
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

const million = 1_000_000n;

/** Applies the next mark to a position: opens, continues or ends its episode, and adds the notifications. */
export function followMark(before: ExpectedPosition, markVnd: bigint): ExpectedPosition {
  const at = valueAt(before.position, markVnd);
  if (before.isOpen && at.isOver) return { ...before, isOpen: false, isForceCloseTold: false };
  const isOpening = !before.isOpen && at.isCalled;
  if (!before.isOpen && !isOpening) return before;
  const episodeCount = before.episodeCount + (isOpening ? 1 : 0);
  const isForcing = at.isForced && !before.isForceCloseTold;
  const notification = { episodeNumber: episodeCount, amountVnd: at.neededVnd, markVnd };
  const notifications: ExpectedNotification[] = [
    ...before.notifications,
    ...(isOpening ? [{ type: "MarginCall" as const, ...notification }] : []),
    ...(isForcing ? [{ type: "ForceClose" as const, ...notification }] : []),
  ];
  const isForceCloseTold = before.isForceCloseTold || isForcing;
  return { ...before, episodeCount, isOpen: true, isForceCloseTold, notifications };
}

function valueAt({ quantity, entryVnd, traded: { rates } }: WatchedPosition, markVnd: bigint) {
  const { marginRatio, marginCallRate, forceCloseRate } = rates;
  const size = quantity < 0n ? -quantity : quantity;
  const marketVnd = size * markVnd;
  const postedVnd = (marginRatio * size * entryVnd) / million;
  const backingVnd = postedVnd + quantity * (markVnd - entryVnd);
  // Ratios of backing to market value are compared by cross-multiplication, in tens of millionths.
  const backing = backingVnd * million * 10n;
  const overRate = marginCallRate * 11n < million * 10n ? marginCallRate * 11n : million * 10n;
  const askedVnd = (marginCallRate * marketVnd + million - 1n) / million;
  return {
    isCalled: backing < marginCallRate * 10n * marketVnd,
    isForced: forceCloseRate > 0n && backing < forceCloseRate * 10n * marketVnd,
    isOver: backing >= overRate * marketVnd,
    neededVnd: askedVnd > backingVnd ? askedVnd - backingVnd : 0n,
  };
}

/** Finds positions whose stored episode is not the expected one (yet). */
export function findLeft(
  expected: readonly ExpectedPosition[],
  states: readonly AccountState[],
): ExpectedPosition[] {
  const stateOf = new Map(states.map((state) => [state.account.accountId, state]));
  return expected.filter(({ position, episodeCount, isOpen, isForceCloseTold }) => {
    const kept = stateOf
      .get(position.accountId)
      ?.episodes.find(({ symbol }) => symbol === position.traded.symbol);
    if (kept === undefined) return episodeCount > 0;
    const isSame = kept.number === BigInt(episodeCount) && kept.isOpen === isOpen;
    // An episode that has ended may keep its force-close flag.
    return !isSame || (isOpen && kept.isForceCloseTold !== isForceCloseTold);
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
  const records = symbols.map(({ symbol, exchange, baseVnd }) =>
    makeRecord(symbol, { exchange, referencePrice: baseVnd * onePrice }),
  );
  await listRecords(services, [...records, ...others]);
  for (const { symbol, rates } of symbols)
    need(await setRates(services, { level: "symbol", name: symbol, rates }));
  await openPositions(services, positions);
  // A position that was entered above the reference price may be called from the start.
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

async function openPositions(services: Services, positions: readonly WatchedPosition[]): Promise<void> {
  // A few at a time: too many concurrent requests would make the store report that it is busy.
  await inLanes(
    8,
    Map.groupBy(positions, ({ accountId }) => accountId),
    async ([accountId, held]) => {
      const key = { userId: held[0]?.userId ?? "", accountId };
      need(await openAccount(services, key));
      for (const { traded, quantity, entryVnd } of held) {
        const entry = { quantity, price: entryVnd * onePrice };
        need(await setPosition(services, { ...key, symbol: traded.symbol }, entry));
      }
    },
  );
}

function nothingOf(position: WatchedPosition): ExpectedPosition {
  return { position, episodeCount: 0, isOpen: false, isForceCloseTold: false, notifications: [] };
}
