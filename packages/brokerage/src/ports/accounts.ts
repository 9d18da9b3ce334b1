import type { ExDateRecord } from "./ex-dates.ts";
import type { NotificationDraft } from "./notifications.ts";
import type { Part } from "./part.ts";
import type { MarkRecord, QuoteDayRecord } from "./quotes.ts";
import type { RatesName, RatesRecord } from "./rates.ts";
import type { StoreVersions } from "./versions.ts";

/** Identifies an account. The user comes first, so that another user's account is simply not found. */
export type AccountKey = { readonly userId: string; readonly accountId: string };

/** An account after its last change. */
export type AccountRecord = AccountKey & {
  /** Counts changes. A decision on one version commits only while it is still the current one. */
  readonly version: number;
  /** Deposits less withdrawals, plus realized results. */
  readonly equityVnd: bigint;
  readonly openedAtMs: number;
  readonly changedAtMs: number;
  /** The number of audit entries, and the hash of the last one; empty before the first. */
  readonly auditCount: number;
  readonly auditHash: string;
};

/** A stored position. Derived figures are computed. */
export type PositionRecord = {
  readonly symbol: string;
  /** Above 0 for a long position, below for a short one. */
  readonly quantity: bigint;
  readonly entryVnd: bigint;
  readonly postedVnd: bigint;
  readonly coveredVnd: bigint;
  readonly isClosing: boolean;
  readonly openedAtMs: number;
  readonly changedAtMs: number;
  /**
   * The price of the last decision about the position, its cover or its episode. Undefined before the first.
   */
  readonly decisionPrice?: EvaluatedPrice | undefined;
};

/** The last price of a decision about a position. No later decision about that position uses an older one. */
export type EvaluatedPrice = {
  readonly price: bigint;
  readonly atMs: number;
  /** Orders prices within one millisecond; 0 for prices without a number. */
  readonly seq: number;
  readonly isByHand: boolean;
  readonly isPlayed?: boolean | undefined;
};

/** The margin call state of one symbol in one account. It outlives the position. */
export type EpisodeRecord = {
  readonly symbol: string;
  /** Incremented by each opening; 0 before the first. */
  readonly number: bigint;
  readonly isOpen: boolean;
  readonly isForceCloseNotified: boolean;
  /** The full trading hours up to which reminders were sent or skipped. */
  readonly reminder: bigint;
  /** When the latest episode opened. */
  readonly openedAtMs: number;
  /** The last contact about the open call; undefined before the first, and without a call. */
  readonly lastContact?: ContactRecord | undefined;
};

/** A contact with the owner of a called position. */
export type ContactRecord = {
  readonly atMs: number;
  readonly method: "telephone" | "message" | "email" | "visit";
  readonly answer: "reached" | "noAnswer" | "promised" | "paid" | "refused";
  /** The amount that the owner promised to pay, and until when. */
  readonly promisedVnd?: bigint | undefined;
  readonly promisedUntilMs?: number | undefined;
  /** The name of the operator. */
  readonly by: string;
  /** Empty if there is none. */
  readonly note: string;
};

/** An audit entry before it has a place. */
export type AuditDraft = {
  /** JSON in canonical form. The store does not interpret it. */
  readonly entry: string;
  /** 64 hexadecimal digits, computed over the previous hash and the entry. */
  readonly hash: string;
};

/** A stored audit entry. The first place is 1. */
export type AuditRecord = AuditDraft & { readonly place: number };

/** Everything that a decision about an account needs. */
export type AccountState = {
  readonly account: AccountRecord;
  readonly positions: readonly PositionRecord[];
  readonly episodes: readonly EpisodeRecord[];
  /** The number of notifications sent to the user, over all accounts. */
  readonly notificationCount: number;
  /** The versions of everything else that a decision rests on, read with the account. */
  readonly versions: StoreVersions;
};

/** The stored last prices, and the days of the stored quotes, of some symbols, as far as they exist, in any order. */
export type StoredPrices = {
  readonly marks: readonly MarkRecord[];
  readonly quotes: readonly QuoteDayRecord[];
};

/**
 * An account with the stored prices of the symbols that it holds. `readAccount` reads both in one snapshot, so that no decision rests on
 * older prices.
 */
export type PricedAccount = AccountState & { readonly prices: StoredPrices };

export type MovementRecord = {
  readonly movementId: string;
  readonly accountId: string;
  readonly kind: "deposit" | "withdrawal";
  readonly amountVnd: bigint;
  readonly atMs: number;
};

/** The stored answer to a request with an idempotency key. */
export type OutcomeRecord = {
  readonly idempotencyKey: string;
  /** Whose key it is; by default the owner's of the account. It needs no account. */
  readonly userId?: string | undefined;
  /** Detects a different request under the same key. */
  readonly fingerprint: string;
  /** JSON. The store does not interpret it. */
  readonly answer: string;
};

/** A stored outcome with the time of its decision. */
export type KeptOutcome = OutcomeRecord & { readonly atMs: number };

export type OutcomeKey = { readonly userId: string; readonly idempotencyKey: string };

/** All changes of one decision, committed atomically. */
export type Change = {
  readonly key: AccountKey;
  /** The version of the decision; 0 opens an empty account. */
  readonly expectedVersion: number;
  /** 0 to 63. Watchers share users by it. */
  readonly shard: number;
  readonly atMs: number;
  readonly equityVnd: bigint;
  /** Positions with their new state. */
  readonly positions: readonly PositionRecord[];
  readonly closedSymbols: readonly string[];
  /** Episodes with their new state. */
  readonly episodes: readonly EpisodeRecord[];
  /** Entries to append in this order. The account keeps their number and the last hash. */
  readonly audits: readonly AuditDraft[];
  readonly movement?: Pick<MovementRecord, "movementId" | "kind" | "amountVnd"> | undefined;
  readonly notifications: readonly NotificationDraft[];
  readonly outcome?: OutcomeRecord | undefined;
  /** Rates to set and to remove, no scope twice. Counted as one change of rates. */
  readonly rates?:
    | { readonly set: readonly RatesRecord[]; readonly removed: readonly RatesName[] }
    | undefined;
  /** Last prices by hand, no symbol twice. They are set under the same conditions as by `setMarks`. */
  readonly marks?: readonly MarkRecord[] | undefined;
  readonly holidays?: readonly string[] | undefined;
  /** Ex-dates with their new state, none twice. Counted as one change of them. */
  readonly exDates?: readonly ExDateRecord[] | undefined;
  /** The draft that becomes the catalog in force. Only `CatalogDraft.publish` sets it. */
  readonly catalogGeneration?: number | undefined;
};

/** `version-moved`: decide again on the current state. `key-used`: the key or the movement already exists. */
export type CommitOutcome = "committed" | "version-moved" | "key-used";

/** The account fields that order its changes. */
export type AccountChange = AccountKey & { readonly version: number; readonly changedAtMs: number };

/** Accounts, with their positions, covers, episodes, audits and outcomes. */
export type AccountStore = {
  /** The account with its positions and their prices, consistent, or of a version that is no longer current. */
  readAccount(key: AccountKey): Promise<PricedAccount | undefined>;
  /** The existing accounts among these, each consistent, in any order. */
  readAccounts(keys: readonly AccountKey[]): Promise<AccountState[]>;
  /** The owner of an account; for operators only. */
  findOwner(accountId: string): Promise<string | undefined>;
  /** Accounts ordered by user and account, of one user if `userId` is given. */
  listAccounts(part: Part<AccountKey> & { readonly userId?: string | undefined }): Promise<AccountRecord[]>;
  /** Accounts of these shards that changed at or after a time, ordered by time, user and account. */
  listChanges(
    part: Part<Omit<AccountChange, "version">> & {
      readonly shards: readonly number[];
      readonly sinceMs: number;
    },
  ): Promise<AccountChange[]>;
  /** Audit entries of an account in order. */
  listAudits(key: AccountKey, part: Part<number>): Promise<AuditRecord[]>;
  /** Cash movements of an account, ordered by their IDs. */
  listMovements(key: AccountKey, part: Part<string>): Promise<MovementRecord[]>;
  readMovement(userId: string, movementId: string): Promise<MovementRecord | undefined>;
  readOutcome(userId: string, idempotencyKey: string): Promise<KeptOutcome | undefined>;
  /** Every symbol with at least one position. */
  readHeldSymbols(): Promise<string[]>;
  /** Commits a change if the account still has the expected version. */
  commit(change: Change): Promise<CommitOutcome>;
  /**
   * Deletes outcomes older than a time among the next `limit`, ordered by user and key. Returns the last key that was
   * checked, or undefined at the end.
   */
  sweepOutcomes(part: Part<OutcomeKey> & { readonly beforeMs: number }): Promise<OutcomeKey | undefined>;
};
