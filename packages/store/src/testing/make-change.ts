import type {
  AuditDraft,
  Change,
  EpisodeRecord,
  JudgedPrice,
  NotificationDraft,
  PositionRecord,
  Store,
} from "@trading-oms/brokerage/ports";

/** A change of an account that says nothing but what is given. */
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

/** A notification that is told under an id of its own. */
export function makeDraft(messageId: string, members: Partial<NotificationDraft> = {}): NotificationDraft {
  return { type: "Deposit", topic: "accounts/A-1/cash", messageId, data: '{"accountId":"A-1"}', ...members };
}

/** A long position of 100 that cost ten million. */
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

/** A price of a feed that a position was judged on. */
export function makeJudged(price: bigint, members: Partial<JudgedPrice> = {}): JudgedPrice {
  return { price, atMs: 1_000, seq: 7, isByHand: false, ...members };
}

/** An episode that is open, the first of its symbol. */
export function makeEpisode(symbol: string, members: Partial<EpisodeRecord> = {}): EpisodeRecord {
  return {
    symbol,
    number: 1n,
    isOpen: true,
    isForceCloseTold: false,
    reminder: 0n,
    openedAtMs: 1_000,
    ...members,
  };
}

/** An entry of an audit, which is known by its letter. */
export function makeAudit(letter: string): AuditDraft {
  return { entry: `{"of":"${letter}"}`, hash: letter.repeat(64) };
}

/** Opens an account with nothing in it. */
export async function openAccount(store: Store, userId: string, accountId: string): Promise<void> {
  const outcome = await store.commit(makeChange(userId, accountId));
  if (outcome !== "committed") throw new Error(`The account was not opened: ${outcome}.`);
}
