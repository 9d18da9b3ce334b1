/** Accounts in memory, with their positions, episodes, audits, movements and outcomes, and the commit of a change. */
import type {
  AccountKey,
  AccountState,
  AccountStore,
  Change,
  MovementRecord,
  OutcomeKey,
} from "@trading-oms/brokerage/ports";
import type { MemoryAccount, MemoryContent, MemoryTrader } from "./content.ts";
import { notify } from "./notifications.ts";
import { compareKeys, pageOf } from "./pages.ts";
import { pricesOf, rejectUnsafePrices, writeMarks } from "./quotes.ts";
import { draftOf, publish, writeExDates, writeHolidays, writeRates } from "./reference.ts";

export function accountsOf(content: MemoryContent): AccountStore {
  const stateOf = ({ userId, accountId }: AccountKey): AccountState | undefined => {
    const kept = content.accounts.get(accountId);
    if (kept?.account.userId !== userId) return undefined;
    return {
      account: kept.account,
      positions: [...kept.positions.values()].toSorted(bySymbol),
      episodes: [...kept.episodes.values()].toSorted(bySymbol),
      notificationCount: content.traders.get(userId)?.notifications.length ?? 0,
      versions: content.versions,
    };
  };
  const statesOf = (keys: readonly AccountKey[]): AccountState[] => {
    const wanted = new Map(keys.map((key) => [JSON.stringify([key.userId, key.accountId]), key]));
    return [...wanted.values()].flatMap((key) => stateOf(key) ?? []);
  };
  return {
    readAccount: async (key) => {
      const state = stateOf(key);
      const symbols = state?.positions.map(({ symbol }) => symbol) ?? [];
      if (state === undefined) return undefined;
      const { marks, quotes } = pricesOf(content, symbols);
      const days = quotes.map(({ snapshot: _snapshot, ...each }) => each);
      return { ...state, prices: { marks, quotes: days } };
    },
    readAccounts: async (keys) => statesOf(keys),
    findOwner: async (accountId) => content.accounts.get(accountId)?.account.userId,
    listAccounts: async ({ userId, ...part }) => {
      const accounts = [...content.accounts.values()].map(({ account }) => account);
      const wanted = accounts.filter((account) => userId === undefined || account.userId === userId);
      return pageOf(wanted, (key: AccountKey) => [key.userId, key.accountId], part);
    },
    listChanges: async ({ shards, sinceMs, ...part }) => {
      const changed = [...content.accounts.values()]
        .filter(({ shard, account }) => shards.includes(shard) && account.changedAtMs >= sinceMs)
        .map(({ account }) => {
          const { userId, accountId, version, changedAtMs } = account;
          return { userId, accountId, version, changedAtMs };
        });
      return pageOf(
        changed,
        (key: NonNullable<typeof part.after>) => [key.changedAtMs, key.userId, key.accountId],
        part,
      );
    },
    listAudits: async ({ userId, accountId }, { after = 0, limit }) => {
      const kept = content.accounts.get(accountId);
      return kept?.account.userId === userId ? kept.audits.slice(after, after + limit) : [];
    },
    listMovements: async ({ userId, accountId }, { after, limit }) => {
      const movements = [...(content.traders.get(userId)?.movements.values() ?? [])];
      return pageOf(
        movements.filter((movement) => movement.accountId === accountId),
        ({ movementId }: Pick<MovementRecord, "movementId">) => [movementId],
        { after: after === undefined ? undefined : { movementId: after }, limit },
      );
    },
    readMovement: async (userId, movementId) => content.traders.get(userId)?.movements.get(movementId),
    readOutcome: async (userId, idempotencyKey) => content.traders.get(userId)?.outcomes.get(idempotencyKey),
    readHeldSymbols: async () => {
      const symbols = [...content.accounts.values()].flatMap(({ positions }) => [...positions.keys()]);
      return [...new Set(symbols)];
    },
    commit: async (change) => commit(content, change),
    sweepOutcomes: async ({ beforeMs, ...part }) => {
      const keys = [...content.traders].flatMap(([userId, { outcomes }]) =>
        [...outcomes.keys()].map((idempotencyKey) => ({ userId, idempotencyKey })),
      );
      const page = pageOf(keys, (key: OutcomeKey) => [key.userId, key.idempotencyKey], part);
      for (const { userId, idempotencyKey } of page) {
        const outcomes = content.traders.get(userId)?.outcomes;
        if ((outcomes?.get(idempotencyKey)?.atMs ?? beforeMs) < beforeMs) outcomes?.delete(idempotencyKey);
      }
      return page.length < part.limit ? undefined : page.at(-1);
    },
  };
}

function commit(content: MemoryContent, change: Change): "committed" | "version-moved" | "key-used" {
  const { key, expectedVersion, atMs, movement, notifications, outcome } = change;
  const { rates, marks, holidays, exDates, catalogGeneration } = change;
  const { userId, accountId } = key;
  const known = content.traders.get(userId);
  if (movement && known?.movements.has(movement.movementId)) return "key-used";
  const keyOwnerId = outcome?.userId ?? userId;
  if (outcome && content.traders.get(keyOwnerId)?.outcomes.has(outcome.idempotencyKey)) return "key-used";
  const before = content.accounts.get(accountId);
  if ((before?.account.version ?? 0) !== expectedVersion) return "version-moved";
  if (before !== undefined && before.account.userId !== userId) return "version-moved";
  // What can fail comes before the first write.
  rejectUnsafePrices(marks ?? []);
  if (catalogGeneration !== undefined) draftOf(content, catalogGeneration);
  const trader = known ?? addTrader(content, userId);
  content.accounts.set(accountId, changedAccount(change, before));
  if (movement) trader.movements.set(movement.movementId, { ...movement, accountId, atMs });
  for (const draft of notifications) notify(trader, accountId, atMs, draft);
  if (outcome) {
    const { userId: _userId, ...kept } = outcome;
    const keyOwner = content.traders.get(keyOwnerId) ?? addTrader(content, keyOwnerId);
    keyOwner.outcomes.set(outcome.idempotencyKey, { ...kept, atMs });
  }
  if (rates) writeRates(content, rates);
  if (marks) writeMarks(content, marks, atMs);
  if (holidays) writeHolidays(content, holidays);
  if (exDates) writeExDates(content, exDates);
  if (catalogGeneration !== undefined) publish(content, catalogGeneration);
  return "committed";
}

function addTrader(content: MemoryContent, userId: string): MemoryTrader {
  const trader: MemoryTrader = {
    number: content.nextNumber,
    notifiedAtMs: 0,
    readThrough: 0,
    notifications: [],
    messageIds: new Set(),
    movements: new Map(),
    outcomes: new Map(),
  };
  content.nextNumber += 1;
  content.traders.set(userId, trader);
  return trader;
}

function changedAccount(change: Change, before: MemoryAccount | undefined): MemoryAccount {
  const { key, atMs, equityVnd } = change;
  const positions = new Map(before?.positions);
  for (const position of change.positions) positions.set(position.symbol, position);
  for (const symbol of change.closedSymbols) positions.delete(symbol);
  const episodes = new Map(before?.episodes);
  for (const episode of change.episodes) episodes.set(episode.symbol, episode);
  const audits = [...(before?.audits ?? [])];
  for (const draft of change.audits) audits.push({ ...draft, place: audits.length + 1 });
  const account = {
    ...key,
    version: change.expectedVersion + 1,
    equityVnd,
    openedAtMs: before?.account.openedAtMs ?? atMs,
    changedAtMs: Math.max(before?.account.changedAtMs ?? atMs, atMs),
    auditCount: audits.length,
    auditHash: audits.at(-1)?.hash ?? "",
  };
  return { account, shard: before?.shard ?? change.shard, positions, episodes, audits };
}

function bySymbol(one: { readonly symbol: string }, other: { readonly symbol: string }): number {
  return compareKeys([one.symbol], [other.symbol]);
}
