import type { NotificationDraft } from "./notifications.ts";
import type { Part } from "./part.ts";

/** Whose account it is, and which. The user leads, so that somebody else's account is simply not found. */
export type AccountKey = { readonly userId: string; readonly accountId: string };

/** An account as it was after its last change. */
export type AccountRecord = AccountKey & {
  /** Counts the changes; a change is decided on one version and holds only while that is the last. */
  readonly version: number;
  /** Deposits less withdrawals, plus realised results. */
  readonly equityVnd: bigint;
  readonly openedAtMs: number;
  readonly changedAtMs: number;
  /** How many entries its audit has, and the hash of the last of them; empty before the first. */
  readonly auditCount: number;
  readonly auditHash: string;
};

/** A position as it is kept; figures that follow from it are computed. */
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
  /** The price that the last change of it, of its cover or of its episode was decided on; undefined before there was one. */
  readonly judged?: JudgedPrice | undefined;
};

/** A last price that a position was judged on; no later decision on that position rests on an older one. */
export type JudgedPrice = {
  readonly price: bigint;
  readonly atMs: number;
  /** Orders prices of one millisecond; 0 where nothing numbers them. */
  readonly seq: number;
  readonly isByHand: boolean;
  readonly isPlayed?: boolean | undefined;
};

/** What is remembered of the margin calls of one symbol in one account; it outlives the position. */
export type EpisodeRecord = {
  readonly symbol: string;
  /** Raised by each opening; 0 before the first. */
  readonly number: bigint;
  readonly isOpen: boolean;
  readonly isForceCloseTold: boolean;
  /** The full hours of trading up to which reminders were told or passed over. */
  readonly reminder: bigint;
  /** When the last of them opened. */
  readonly openedAtMs: number;
};

/** An entry of the audit of an account, before it has its place. */
export type AuditDraft = {
  /** JSON in canonical form, which the store does not look into. */
  readonly entry: string;
  /** 64 hexadecimal digits over the hash before it and the entry. */
  readonly hash: string;
};

/** An entry of the audit of an account; the first place is 1. */
export type AuditRecord = AuditDraft & { readonly place: number };

/** All that a decision about an account rests on. */
export type AccountState = {
  readonly account: AccountRecord;
  readonly positions: readonly PositionRecord[];
  readonly episodes: readonly EpisodeRecord[];
  /** How many notifications the user has been sent, over all accounts. */
  readonly notificationCount: number;
};

/** A movement of cash that has happened. */
export type MovementRecord = {
  readonly movementId: string;
  readonly accountId: string;
  readonly kind: "deposit" | "withdrawal";
  readonly amountVnd: bigint;
  readonly atMs: number;
};

/** What came of a request that carried a key, so that its repeat is answered alike. */
export type OutcomeRecord = {
  readonly idempotencyKey: string;
  /** Tells the repeat of a request from another request under the same key. */
  readonly fingerprint: string;
  /** JSON, which the store does not look into. */
  readonly outcome: string;
};

/** An outcome as it was kept, with the time of the decision. */
export type KeptOutcome = OutcomeRecord & { readonly atMs: number };

/** Whose outcome it is, and under which key. */
export type OutcomeKey = { readonly userId: string; readonly idempotencyKey: string };

/** Everything that one decision changes, durable together or not at all. */
export type Change = {
  readonly key: AccountKey;
  /** The version that it was decided on; 0 opens the account, with nothing in it. */
  readonly expectedVersion: number;
  /** 0 to 63, by which watchers share the users among them. */
  readonly shard: number;
  readonly atMs: number;
  readonly equityVnd: bigint;
  /** Positions as they are from now on. */
  readonly positions: readonly PositionRecord[];
  readonly closedSymbols: readonly string[];
  /** Episodes as they are from now on. */
  readonly episodes: readonly EpisodeRecord[];
  /** Entries that follow the account's last one, in this order; the account keeps their number and the last hash. */
  readonly audits: readonly AuditDraft[];
  readonly movement?: Pick<MovementRecord, "movementId" | "kind" | "amountVnd"> | undefined;
  readonly notifications: readonly NotificationDraft[];
  readonly outcome?: OutcomeRecord | undefined;
};

/** `version-moved`: decide again on what is there now. `key-used`: the key or the movement is there already. */
export type CommitOutcome = "committed" | "version-moved" | "key-used";

/** An account whose place in the order of changes is known, and nothing else of it. */
export type AccountChange = AccountKey & { readonly version: number; readonly changedAtMs: number };

/** Accounts, with their positions, covers, episodes, audits and outcomes. */
export type AccountStore = {
  /** The account with its positions, of one moment or of one whose version no longer holds. */
  readAccount(key: AccountKey): Promise<AccountState | undefined>;
  /** These accounts, as far as they are there, each of one moment, in no order. */
  readAccounts(keys: readonly AccountKey[]): Promise<AccountState[]>;
  /** The user whose account this is; for operators alone. */
  findOwner(accountId: string): Promise<string | undefined>;
  /** Accounts in the order of user and account; of one user where `userId` is given. */
  listAccounts(part: Part<AccountKey> & { readonly userId?: string | undefined }): Promise<AccountRecord[]>;
  /** Accounts of these shards that changed at a time or later, in the order of time, user and account. */
  listChanges(
    part: Part<Omit<AccountChange, "version">> & {
      readonly shards: readonly number[];
      readonly sinceMs: number;
    },
  ): Promise<AccountChange[]>;
  /** Entries of an account's audit in their order. */
  listAudits(key: AccountKey, part: Part<number>): Promise<AuditRecord[]>;
  readMovement(userId: string, movementId: string): Promise<MovementRecord | undefined>;
  readOutcome(userId: string, idempotencyKey: string): Promise<KeptOutcome | undefined>;
  /** Every symbol that somebody holds a position in. */
  readHeldSymbols(): Promise<string[]>;
  /** Makes a change, on the condition that the account still has the version that it was decided on. */
  commit(change: Change): Promise<CommitOutcome>;
  /**
   * Forgets outcomes of before a time among the next `limit` in the order of user and key; tells the last one that was
   * looked at, or undefined where there are no more.
   */
  sweepOutcomes(part: Part<OutcomeKey> & { readonly beforeMs: number }): Promise<OutcomeKey | undefined>;
};
