import type {
  AuditDraft,
  CatalogDraft,
  Change,
  CommitOutcome,
  ContactRecord,
  EpisodeRecord,
  EvaluatedPrice,
  ExDateRecord,
  NotificationDraft,
  PositionRecord,
  Store,
} from "@trading-oms/brokerage/ports";

/** A change of an account. By default it opens the account. */
export function makeChange(userId: string, accountId: string, members: Partial<Change> = {}): Change {
  return {
    key: { userId, accountId },
    expectedVersion: 0,
    shard: 7,
    atMs: 1_000,
    equityVnd: 0n,
    positions: [],
    closedSymbols: [],
    episodes: [],
    audits: [],
    notifications: [],
    ...members,
  };
}

/** A notification with its own message id. */
export function makeDraft(messageId: string, members: Partial<NotificationDraft> = {}): NotificationDraft {
  return { type: "Deposit", topic: "accounts/A-1/cash", messageId, data: '{"accountId":"A-1"}', ...members };
}

/** A long position of 100 shares with an entry value of 10,000,000 VND. */
export function makePosition(symbol: string, members: Partial<PositionRecord> = {}): PositionRecord {
  return {
    symbol,
    quantity: 100n,
    entryVnd: 10_000_000n,
    postedVnd: 5_000_000n,
    coveredVnd: 0n,
    isClosing: false,
    openedAtMs: 1_000,
    changedAtMs: 1_000,
    ...members,
  };
}

/** The feed price of the last decision about a position. */
export function makeJudged(price: bigint, members: Partial<EvaluatedPrice> = {}): EvaluatedPrice {
  return { price, atMs: 1_000, seq: 7, isByHand: false, ...members };
}

/** An open episode, the first of its symbol. */
export function makeEpisode(symbol: string, members: Partial<EpisodeRecord> = {}): EpisodeRecord {
  return {
    symbol,
    number: 1n,
    isOpen: true,
    isForceCloseNotified: false,
    reminder: 0n,
    openedAtMs: 1_000,
    ...members,
  };
}

/** A contact with a promise. */
export function makeContact(members: Partial<ContactRecord> = {}): ContactRecord {
  return {
    atMs: 2_000,
    method: "telephone",
    answer: "promised",
    promisedVnd: 9_007_199_254_740_991n,
    promisedUntilMs: 5_000,
    by: "lan",
    note: "Hẹn chuyển khoản",
    ...members,
  };
}

/** An adjustment of a symbol on 16 November 2026 that has begun. */
export function makeExDate(symbol: string, members: Partial<ExDateRecord> = {}): ExDateRecord {
  return { symbol, date: "2026-11-16", adjustmentId: "a-1", state: "adjusting", terms: "[2]", ...members };
}

/** An audit entry, identified by a letter. */
export function makeAudit(letter: string): AuditDraft {
  return { entry: `{"of":"${letter}"}`, hash: letter.repeat(64) };
}

/** Opens an empty account. */
export async function openAccount(store: Store, userId: string, accountId: string): Promise<void> {
  const outcome = await store.commit(makeChange(userId, accountId));
  if (outcome !== "committed") throw new Error(`The account was not opened: ${outcome}.`);
}

/** The account of a chain of what belongs to no account. */
export const chainKey = { userId: "chains", accountId: "rates" } as const;

/** Commits a change of what belongs to no account, on the account of its chain, which is opened first if it is absent. */
export async function commitReference(
  store: Store,
  members: Partial<Change>,
  commit: (change: Change) => Promise<CommitOutcome> = (change) => store.commit(change),
): Promise<void> {
  const { userId, accountId } = chainKey;
  if ((await store.readAccount(chainKey)) === undefined) await openAccount(store, userId, accountId);
  const expectedVersion = (await store.readAccount(chainKey))?.account.version ?? 0;
  const outcome = await commit(makeChange(userId, accountId, { expectedVersion, ...members }));
  if (outcome !== "committed") throw new Error(`The change was not committed: ${outcome}.`);
}

/** Makes a draft the catalog in force. */
export function publishDraft(store: Store, draft: CatalogDraft, atMs = 1_000): Promise<void> {
  return commitReference(store, { atMs }, draft.publish);
}
