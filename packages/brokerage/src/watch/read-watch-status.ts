import { shardCount } from "../accounts/accounts.ts";
import { quietPricesOf } from "../accounts/episodes.ts";
import { readAllAccounts, type ValuedPosition, valueAccount } from "../accounts/figures.ts";
import type { AccountKey, EpisodeRecord, PricedAccount, WatcherRecord } from "../ports/index.ts";
import type { Services } from "../services.ts";

export type CalledPosition = AccountKey & {
  readonly valued: ValuedPosition;
  readonly episode: EpisodeRecord;
};

/**
 * The watched positions of a symbol, and the nearest unit values on either side of its mark that trigger a
 * evaluation.
 */
export type SymbolStatus = {
  readonly symbol: string;
  readonly positionCount: number;
  /** Positions that some price would trigger. */
  readonly armedCount: number;
  readonly calledCount: number;
  readonly belowUnitVnd: bigint | undefined;
  readonly aboveUnitVnd: bigint | undefined;
};

type WatchersStatus = {
  readonly watchers: readonly (WatcherRecord & { readonly shardCount: number })[];
  /** Shards that no process watches now. */
  readonly unwatchedShardCount: number;
};

export async function readWatchers({ store, now }: Pick<Services, "store" | "now">): Promise<WatchersStatus> {
  const atMs = now();
  const { watchers, leases } = await store.readRota();
  const current = leases.filter(({ shard, untilMs }) => shard < shardCount && untilMs > atMs);
  return {
    watchers: watchers
      .filter(({ untilMs }) => untilMs > atMs)
      .map((each) => ({
        ...each,
        shardCount: current.filter(({ holder }) => holder === each.holder).length,
      })),
    unwatchedShardCount: shardCount - current.length,
  };
}

/** The watchers, and what is to be watched. */
export type WatchStatus = WatchersStatus & {
  /** Whether simulated prices are used, as watchers with simulation do. */
  readonly isPlayed: boolean;
  readonly symbols: readonly SymbolStatus[];
  readonly called: readonly CalledPosition[];
};

/**
 * Reads the work of the watch by the current marks and rates, and its watchers. `told` receives the number of accounts
 * read so far.
 */
export async function readWatchStatus(
  services: Services,
  told: (accountCount: number) => void = () => {},
): Promise<WatchStatus> {
  const watchers = await readWatchers(services);
  const symbols = new Map<string, SymbolStatus>();
  const called: CalledPosition[] = [];
  let count = 0;
  for await (const states of readAllAccounts(services)) {
    for (const state of states) await look(state);
    count += states.length;
    told(count);
  }
  return {
    ...watchers,
    isPlayed: services.marks?.isPlayed === true,
    symbols: [...symbols.values()].toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1)),
    called,
  };

  async function look(state: PricedAccount): Promise<void> {
    if (state.positions.length === 0) return;
    const { userId, accountId } = state.account;
    const { positions } = await valueAccount(services, state.account, state.positions, state);
    for (const valued of positions) {
      const { symbol } = valued.position;
      const episode = state.episodes.find((each) => each.symbol === symbol);
      symbols.set(symbol, add(services, symbols.get(symbol), valued, episode));
      if (episode?.isOpen) called.push({ userId, accountId, valued, episode });
    }
  }
}

function add(
  services: Services,
  before: SymbolStatus | undefined,
  { position, rates, mark }: ValuedPosition,
  episode: EpisodeRecord | undefined,
): SymbolStatus {
  const { unitVndMin, unitVndMax } = quietPricesOf(services, position, rates, episode);
  const below = unitVndMin > 1n && unitVndMin <= mark.unitVnd ? unitVndMin - 1n : undefined;
  const above = unitVndMax !== undefined && unitVndMax >= mark.unitVnd ? unitVndMax + 1n : undefined;
  const isArmed = unitVndMin > 1n || unitVndMax !== undefined;
  return {
    symbol: position.symbol,
    positionCount: (before?.positionCount ?? 0) + 1,
    armedCount: (before?.armedCount ?? 0) + (isArmed ? 1 : 0),
    calledCount: (before?.calledCount ?? 0) + (episode?.isOpen ? 1 : 0),
    belowUnitVnd: nearest(before?.belowUnitVnd, below, (one, other) => one > other),
    aboveUnitVnd: nearest(before?.aboveUnitVnd, above, (one, other) => one < other),
  };
}

function nearest(
  one: bigint | undefined,
  other: bigint | undefined,
  isNearer: (one: bigint, other: bigint) => boolean,
): bigint | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return isNearer(one, other) ? one : other;
}
