/** An account as its owner sees it: figures, the state of each position, and the prices at which it is called. */
import { type AccountFigures, type PositionFigures, triggerOf } from "@trading-oms/margin";
import { firstStepPast, type Instrument, onePrice, type Price } from "@trading-oms/market";
import type { AccountKey, EpisodeRecord, PositionRecord, PricedAccount } from "../ports/index.ts";
import { withPrices } from "../quotes/symbol-facts.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { isReservedChain } from "./chains.ts";
import { isStale, type ValuedPosition, valueAccount } from "./figures.ts";
import { type PositionSnapshot, snapshotPosition } from "./notifications.ts";

/** The state of an open call. `recovered` needs nothing: its ratio has reached the call rate and not yet the ratio that ends the call. */
export type CallState = "called" | "forceClose" | "recovered";

/** The state of a position. `closing` is also that of an expired contract, which waits for its settlement. */
export type PositionState = "healthy" | CallState | "closing";

/** A position with everything that its owner has to know to cover it. */
export type PositionStatus = PositionSnapshot & {
  readonly postedVnd: bigint;
  readonly isStale: boolean;
  /** What is missing to `neededVnd`; 0 for a position that can't be called. */
  readonly outstandingVnd: bigint;
  /** The first price at which the position is below the rate; undefined if there is none. */
  readonly callPrice: Price | undefined;
  readonly forceClosePrice: Price | undefined;
  readonly state: PositionState;
  /** When the call began, and the full trading hours after it that were reminded of; undefined without a call. */
  readonly call: { readonly sinceMs: number; readonly reminders: number } | undefined;
};

export type AccountStatus = {
  readonly kind: "done";
  readonly accountId: string;
  readonly figures: AccountFigures;
  readonly openCallCount: number;
  readonly outstandingVnd: bigint;
  readonly positions: readonly PositionStatus[];
};

export async function readAccountStatus(
  services: Services,
  key: AccountKey,
): Promise<AccountStatus | Refusal> {
  const state = await services.store.readAccount(key);
  return state === undefined
    ? refuse("no_such_account", "There is no such account.")
    : statusOf(services, state);
}

/** Small enough not to block other work. */
const accountsInPart = 100;

/** Reads every account of a user, ordered by its name. */
export async function listAccountStatuses(services: Services, userId: string): Promise<AccountStatus[]> {
  const listed: AccountStatus[] = [];
  let after: AccountKey | undefined;
  for (;;) {
    const part = await services.store.listAccounts({ userId, after, limit: accountsInPart });
    const states = await withPrices(services, await services.store.readAccounts(part));
    for (const state of states.toSorted((one, other) => compareIds(one.account, other.account))) {
      listed.push(await statusOf(services, state));
    }
    if (part.length < accountsInPart) return listed;
    after = part.at(-1);
  }
}

function compareIds({ accountId: one }: AccountKey, { accountId: other }: AccountKey): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The status of an account at the prices of now, at least as new as those that were read with it. */
export async function statusOf(services: Services, state: PricedAccount): Promise<AccountStatus> {
  const { account, episodes, versions } = state;
  await services.book?.catchUpWith(versions);
  const { figures, positions } = await valueAccount(services, account, state.positions, state);
  const atMs = services.now();
  const statuses = positions.map((valued) =>
    positionStatusOf(valued, episodes, isStale(services, versions, valued, atMs)),
  );
  return {
    kind: "done",
    accountId: account.accountId,
    figures,
    openCallCount: statuses.filter(({ call }) => call !== undefined).length,
    outstandingVnd: statuses.reduce((sum, { outstandingVnd }) => sum + outstandingVnd, 0n),
    positions: statuses,
  };
}

function positionStatusOf(
  valued: ValuedPosition,
  episodes: readonly EpisodeRecord[],
  isStaleNow: boolean,
): PositionStatus {
  const { position, instrument, rates, isCallable } = valued;
  const episode = episodes.find(({ symbol, isOpen }) => isOpen && symbol === position.symbol);
  const isCalled = episode !== undefined && isCallable;
  return {
    ...snapshotPosition(valued),
    postedVnd: position.postedVnd,
    isStale: isStaleNow,
    outstandingVnd: outstandingOf(valued),
    callPrice: priceBelowRate(position, instrument, rates.marginCallRate),
    forceClosePrice: priceBelowRate(position, instrument, rates.forceCloseRate),
    state: stateOf(valued, episode),
    call: isCalled ? { sinceMs: episode.openedAtMs, reminders: Number(episode.reminder) } : undefined,
  };
}

/** What is missing to the cover that ends the call of a position. */
export function outstandingOf({
  position,
  figures,
  isCallable,
}: Pick<ValuedPosition, "position" | "figures" | "isCallable">): bigint {
  const missingVnd = figures.neededVnd - position.coveredVnd;
  return !isCallable || missingVnd < 0n ? 0n : missingVnd;
}

function stateOf(
  { isCallable, figures }: ValuedPosition,
  openEpisode: EpisodeRecord | undefined,
): PositionState {
  if (!isCallable) return "closing";
  if (openEpisode === undefined) return "healthy";
  return callStateOf(figures);
}

/** The state of an open call by the figures of its position. */
export function callStateOf({ isCalled, isForceClosed }: PositionFigures): CallState {
  if (isForceClosed) return "forceClose";
  return isCalled ? "called" : "recovered";
}

/** The first price on a step at which the deal ratio of a position is below a rate. */
export function priceBelowRate(
  position: PositionRecord,
  instrument: Instrument | undefined,
  rate: bigint,
): Price | undefined {
  const trigger = triggerOf(position, rate);
  if (trigger === undefined || instrument === undefined) return undefined;
  const price = {
    numerator: trigger.numeratorVnd * onePrice,
    denominator: trigger.denominator * (instrument.contractSize ?? 1n),
  };
  return firstStepPast(instrument, price, position.quantity > 0n ? "below" : "above");
}

/** The key of an account for a caller, who may read every account or the own ones alone. */
export async function findReadableKey(
  { store }: Pick<Services, "store">,
  { userId, accountId, mayReadAll }: AccountKey & { readonly mayReadAll: boolean },
): Promise<AccountKey | Refusal> {
  const owner = mayReadAll && !isReservedChain(accountId) ? await store.findOwner(accountId) : userId;
  return owner === undefined
    ? refuse("no_such_account", "There is no such account.")
    : { userId: owner, accountId };
}
