import type { QuoteRecord } from "./quote-record.ts";

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

/** The last price of a symbol, when it was, and whether somebody set it by hand. */
export type MarkRecord = {
  readonly symbol: string;
  readonly price: bigint;
  readonly atMs: number;
  readonly isByHand: boolean;
  /** Whether an exchange that is only played told it; whoever does not play passes it over. */
  readonly isPlayed?: boolean | undefined;
  /** The number of the message that told it, among those of its symbol; a store does not keep it. */
  readonly seq?: number | undefined;
};

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

/** What a user is told of. */
export type NotificationType = "MarginCall" | "ForceClose" | "Deposit" | "Withdraw";

/** A notification before it has its number; `messageId` makes sure that it is told once. */
export type NotificationDraft = {
  readonly type: NotificationType;
  readonly topic: string;
  readonly messageId: string;
  /** JSON, which the store does not look into. */
  readonly data: string;
};

/** A notification as it was told. */
export type NotificationRecord = NotificationDraft & {
  readonly id: number;
  readonly accountId: string;
  readonly isRead: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** Notifications that a user has read. */
export type ReadNotifications = {
  readonly userId: string;
  readonly ids: readonly number[];
  readonly atMs: number;
};

/** What came of it; where ids are unknown nothing was changed. */
export type MarkedRead = {
  /** How many were unread before. */
  readonly count: number;
  /** Those of no notification of this user. */
  readonly unknownIds: readonly number[];
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

/** What a set of rates is for: one symbol, one product, or a whole group of products. */
export type RatesLevel = "symbol" | "product" | "group";

/** Rates as they are kept, in millionths. */
export type RatesRecord = {
  readonly level: RatesLevel;
  readonly name: string;
  readonly marginRatio: bigint;
  readonly marginCallRate: bigint;
  readonly forceCloseRate: bigint;
  readonly changedAtMs: number;
};

/** An instrument as it is kept; only its symbol is looked into. */
export type CatalogEntry = { readonly symbol: string /** JSON. */; readonly details: string };

/** What has changed elsewhere is found by these counters, which only grow. */
export type StoreVersions = {
  readonly catalog: number;
  readonly rates: number;
  readonly marks: number;
  readonly holidays: number;
  readonly quotes: number;
};

/** An account whose place in the order of changes is known, and nothing else of it. */
export type AccountChange = AccountKey & { readonly version: number; readonly changedAtMs: number };

/** A process that watches, or would if there were shards for it; it is there until its time is over. */
export type WatcherRecord = { readonly holder: string; readonly untilMs: number };

/** Who watches the accounts of a shard, and until when nobody else may. */
export type LeaseRecord = WatcherRecord & {
  readonly shard: number;
  /** Grows whenever the shard changes hands. */
  readonly fencing: number;
};

/** Every watcher and lease that was ever there, those that are over among them, by holder and by shard. */
export type Rota = { readonly watchers: readonly WatcherRecord[]; readonly leases: readonly LeaseRecord[] };

/** What a watcher asks for, each time that it says that it is still there. */
export type ShardClaim = WatcherRecord & {
  /** All that it wants to hold from now on; what else it held is free at once. */
  readonly shards: readonly number[];
  readonly atMs: number;
};

/** A part of a list, in the order of its key; `after` is the last key of the part before. */
export type Part<Key> = { readonly after?: Key | undefined; readonly limit: number };

/** A part of what was changed after a counter had this value. */
export type PartSince<Key> = Part<Key> & { readonly version: number };

/** A catalog that is being written beside the one in force. */
export type CatalogDraft = {
  /** Adds entries; none of them is seen by anybody yet. */
  readonly add: (entries: readonly CatalogEntry[]) => Promise<void>;
  /** Puts the draft in the place of the catalog in force, at one stroke; the old one may be swept away behind it. */
  readonly publish: (atMs: number) => Promise<void>;
  /** Forgets the draft. */
  readonly abandon: () => Promise<void>;
};

/** One row of a backup: its table and its columns by name. */
export type BackupRow = { readonly table: string; readonly row: Readonly<Record<string, unknown>> };

/** Who keeps the data, and how much there is. */
export type StoreDescription = {
  readonly engine: "sqlite" | "postgresql" | "d1";
  readonly schemaVersion: number;
  readonly rowCounts: Readonly<Record<string, number>>;
};

/**
 * Why a store does not do what it is asked for, where that lies with the store and not with what is asked: the `code` of
 * the `Error` that the call rejects with.
 */
export type StoreErrorCode =
  /** Too much waits, or others hold what it needs. Nothing was done. */
  | "busy"
  /** No server answers, the connection was lost, or the server is starting, stopping or out of connections. */
  | "unreachable"
  /** There is no room left. */
  | "disk-full"
  /** The disk or the file system reports errors. */
  | "disk-failed"
  /** It can only be read. */
  | "not-writable"
  /** What is on the disk can't be read any more. */
  | "damaged"
  /** A restore is under way, or was cut. */
  | "unfinished-restore";

/**
 * What the service remembers.
 *
 * A promise that resolves means that the change is durable: no crash of the process or the machine undoes it. One that
 * rejects as `busy` did nothing: ask again. After any other failure the change may have been made and only its answer
 * lost: ask again under the same key or movement, by which one that was made is found.
 */
export interface Store {
  /** The account with its positions, of one moment or of one whose version no longer holds. */
  readAccount(key: AccountKey): Promise<AccountState | undefined>;
  /** The user whose account this is; for operators alone. */
  findOwner(accountId: string): Promise<string | undefined>;
  /** Accounts in the order of user and account; of one user where `userId` is given. */
  listAccounts(part: Part<AccountKey> & { readonly userId?: string | undefined }): Promise<AccountRecord[]>;
  readMovement(userId: string, movementId: string): Promise<MovementRecord | undefined>;
  readOutcome(userId: string, idempotencyKey: string): Promise<KeptOutcome | undefined>;
  /** Makes a change, on the condition that the account still has the version that it was decided on. */
  commit(change: Change): Promise<CommitOutcome>;
  /** Notifications newest first; a far offset costs what the first page costs. */
  listNotifications(
    userId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<NotificationRecord[]>;
  /** Marks unread notifications as read, all or none; `updatedAtMs` becomes the later of its own time and the given one. */
  markRead(read: ReadNotifications): Promise<MarkedRead>;
  /** The rates that were set for these names, in no order. */
  readRates(names: readonly Pick<RatesRecord, "level" | "name">[]): Promise<RatesRecord[]>;
  listRates(part: Part<Pick<RatesRecord, "level" | "name">>): Promise<RatesRecord[]>;
  setRates(rates: RatesRecord): Promise<void>;
  /** The last prices of these symbols, as far as there are any, in no order. */
  readMarks(symbols: readonly string[]): Promise<MarkRecord[]>;
  listMarks(part: Part<string>): Promise<MarkRecord[]>;
  /** Last prices that were set after the counter of marks had this value, by symbol. */
  listMarksSince(part: PartSince<string>): Promise<MarkRecord[]>;
  /**
   * Sets last prices, all or none; one that is older than what is there is left out, unless it was set by hand and what
   * is there is from more than a minute ahead of it, or what is there was only played and it was not.
   */
  setMarks(marks: readonly MarkRecord[]): Promise<void>;
  /**
   * Keeps quotes, in chunks of which each is kept whole or not at all; one that is not later than what is there, by
   * time and then by number, is left out.
   */
  saveQuotes(records: readonly QuoteRecord[]): Promise<void>;
  /** The quotes of these symbols, as far as there are any, in no order. */
  readQuotes(symbols: readonly string[]): Promise<QuoteRecord[]>;
  listQuotes(part: Part<string>): Promise<QuoteRecord[]>;
  /** Quotes that were saved after the counter of quotes had this value, by symbol. */
  listQuotesSince(part: PartSince<string>): Promise<QuoteRecord[]>;
  /** Days without trading besides weekends, as `2025-09-02`, in their order. */
  listHolidays(): Promise<string[]>;
  /** Puts these days in the place of those before. */
  setHolidays(dates: readonly string[]): Promise<void>;
  /** Entries of an account's audit in their order. */
  listAudits(key: AccountKey, part: Part<number>): Promise<AuditRecord[]>;
  /** These accounts, as far as they are there, each of one moment, in no order. */
  readAccounts(keys: readonly AccountKey[]): Promise<AccountState[]>;
  /** Accounts of these shards that changed at a time or later, in the order of time, user and account. */
  listChanges(
    part: Part<Omit<AccountChange, "version">> & {
      readonly shards: readonly number[];
      readonly sinceMs: number;
    },
  ): Promise<AccountChange[]>;
  /**
   * Keeps a watcher on the rota, prolongs the leases it has and gives it those it asks for that are nobody's or over;
   * tells the rota as it is then. A watcher that asks for nothing, until now, is gone.
   */
  claimShards(claim: ShardClaim): Promise<Rota>;
  readRota(): Promise<Rota>;
  /**
   * Forgets outcomes of before a time among the next `limit` in the order of user and key; tells the last one that was
   * looked at, or undefined where there are no more.
   */
  sweepOutcomes(part: Part<OutcomeKey> & { readonly beforeMs: number }): Promise<OutcomeKey | undefined>;
  /** Every symbol that somebody holds a position in. */
  readHeldSymbols(): Promise<string[]>;
  findInstrument(symbol: string): Promise<CatalogEntry | undefined>;
  listInstruments(part: Part<string>): Promise<CatalogEntry[]>;
  draftCatalog(): Promise<CatalogDraft>;
  readVersions(): Promise<StoreVersions>;
  /** Every row, all of one moment, while others go on writing. */
  backUp(): AsyncIterable<BackupRow>;
  /** Fills a store that holds nothing yet; throws where it holds something. Changes are refused meanwhile. */
  restore(rows: AsyncIterable<BackupRow>): Promise<void>;
  describe(): Promise<StoreDescription>;
  /** Waits for what goes on behind a promise that has resolved; to close again is to wait for the same. */
  close(): Promise<void>;
}
