import { shardOf } from "../accounts/accounts.ts";
import type {
  AccountChange,
  AccountKey,
  AccountRecord,
  AccountState,
  AuditRecord,
  CatalogDraft,
  CatalogEntry,
  Change,
  CommitOutcome,
  EpisodeRecord,
  KeptOutcome,
  MarkedRead,
  MarkRecord,
  MovementRecord,
  NotificationCount,
  NotificationRecord,
  Part,
  PartSince,
  QuoteRecord,
  RatesRecord,
  ReadNotifications,
  ReadThrough,
  Rota,
  SavingClock,
  ShardClaim,
  Store,
  StoreVersions,
} from "../ports/index.ts";
import { comparableMs } from "../quotes/price-times.ts";
import { MemoryRota } from "./memory-rota.ts";

type Kept = {
  account: AccountRecord;
  positions: Map<string, AccountState["positions"][number]>;
  episodes: Map<string, EpisodeRecord>;
  audits: AuditRecord[];
};

type ChangesPart = Parameters<Store["listChanges"]>[0];

/**
 * The part of a store that the use cases need, in memory and without durability. The engines have their own
 * suite.
 */
export class MemoryStore implements Partial<Store> {
  readonly accounts: Map<string, Kept> = new Map();
  readonly movements: Map<string, MovementRecord> = new Map();
  readonly notifications: NotificationRecord[] = [];
  /** The watermark of its one user, whose ids are 1 to 4,194,303. */
  readThrough = 0;
  readonly rates: RatesRecord[] = [];
  catalog: readonly CatalogEntry[] = [];
  versions: StoreVersions = { catalog: 0, rates: 0, marks: 0, holidays: 0, quotes: 0 };
  readonly marks: Map<string, MarkRecord> = new Map();
  holidays: readonly string[] = [];
  readonly quotes: Map<string, QuoteRecord & { readonly version: number }> = new Map();
  readonly #rota = new MemoryRota();
  readonly outcomes: Map<string, KeptOutcome> = new Map();
  /** How many more commits fail with a concurrent change. */
  racesLeft = 0;

  async readAccount({ userId, accountId }: AccountKey): Promise<AccountState | undefined> {
    const kept = this.accounts.get(accountId);
    if (kept?.account.userId !== userId) return undefined;
    return {
      account: kept.account,
      positions: [...kept.positions.values()],
      episodes: [...kept.episodes.values()],
      notificationCount: this.notifications.length,
      versions: this.versions,
    };
  }

  async readAccounts(keys: readonly AccountKey[]): Promise<AccountState[]> {
    const states = await Promise.all(keys.map((key) => this.readAccount(key)));
    return states.filter((state) => state !== undefined);
  }

  async listChanges({ shards, sinceMs, after, limit }: ChangesPart): Promise<AccountChange[]> {
    const placeOf = ({ changedAtMs, userId, accountId }: Omit<AccountChange, "version">): string =>
      `${String(changedAtMs).padStart(16, "0")} ${userId} ${accountId}`;
    return [...this.accounts.values()]
      .map(({ account }) => account)
      .filter(({ userId, changedAtMs }) => shards.includes(shardOf(userId)) && changedAtMs >= sinceMs)
      .filter((account) => after === undefined || placeOf(account) > placeOf(after))
      .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
      .slice(0, limit);
  }

  async claimShards(claim: ShardClaim): Promise<Rota> {
    return this.#rota.claim(claim);
  }

  async readRota(): Promise<Rota> {
    return this.#rota.read();
  }

  async listHolidays(): Promise<string[]> {
    return [...this.holidays];
  }

  async setHolidays(dates: readonly string[]): Promise<void> {
    this.holidays = dates;
    this.versions = { ...this.versions, holidays: this.versions.holidays + 1 };
  }

  async listAccounts({ after, limit }: Part<AccountKey>): Promise<AccountRecord[]> {
    const accounts = [...this.accounts.values()].map(({ account }) => account);
    return accounts.filter(({ accountId }) => accountId > (after?.accountId ?? "")).slice(0, limit);
  }

  async findOwner(accountId: string): Promise<string | undefined> {
    return this.accounts.get(accountId)?.account.userId;
  }

  async readMovement(userId: string, movementId: string): Promise<MovementRecord | undefined> {
    return this.movements.get(`${userId}/${movementId}`);
  }

  async commit(change: Change): Promise<CommitOutcome> {
    const { key, expectedVersion, movement, atMs } = change;
    const movementKey = `${key.userId}/${movement?.movementId}`;
    if (movement && this.movements.has(movementKey)) return "key-used";
    if (change.outcome && this.outcomes.has(`${key.userId}/${change.outcome.idempotencyKey}`))
      return "key-used";
    const before = this.accounts.get(key.accountId);
    if ((before?.account.version ?? 0) !== expectedVersion || this.racesLeft > 0) {
      this.racesLeft -= 1;
      return "version-moved";
    }
    const positions = new Map(before?.positions);
    for (const position of change.positions) positions.set(position.symbol, position);
    for (const symbol of change.closedSymbols) positions.delete(symbol);
    const audits = [...(before?.audits ?? [])];
    for (const draft of change.audits) audits.push({ ...draft, place: audits.length + 1 });
    const episodes = new Map(before?.episodes);
    for (const episode of change.episodes) episodes.set(episode.symbol, episode);
    if (change.outcome) {
      this.outcomes.set(`${key.userId}/${change.outcome.idempotencyKey}`, { ...change.outcome, atMs });
    }
    const account = {
      ...key,
      version: expectedVersion + 1,
      equityVnd: change.equityVnd,
      openedAtMs: before?.account.openedAtMs ?? atMs,
      changedAtMs: atMs,
      auditCount: audits.length,
      auditHash: audits.at(-1)?.hash ?? "",
    };
    this.accounts.set(key.accountId, { account, positions, episodes, audits });
    if (movement) this.movements.set(movementKey, { ...movement, accountId: key.accountId, atMs });
    for (const draft of change.notifications) this.#tell(key.accountId, atMs, draft);
    if (change.rates) this.#changeRates(change.rates);
    if (change.marks) await this.setMarks(change.marks, { nowMs: atMs });
    return "committed";
  }

  async listNotifications(): Promise<NotificationRecord[]> {
    return this.notifications.map((each) => this.#shown(each)).toReversed();
  }

  async countNotifications(): Promise<NotificationCount> {
    const unread = this.notifications.filter((each) => !this.#shown(each).isRead).length;
    return { unread, all: this.notifications.length, newestId: this.notifications.length };
  }

  async markReadThrough({ through }: ReadThrough): Promise<boolean> {
    if (through >= 4_194_304) return false;
    this.readThrough = Math.max(this.readThrough, Math.min(through, this.notifications.length));
    return true;
  }

  async markRead({ ids, atMs }: ReadNotifications): Promise<MarkedRead> {
    const unknownIds = ids.filter((id) => !this.notifications.some((each) => each.id === id));
    if (unknownIds.length > 0) return { count: 0, unknownIds };
    let count = 0;
    for (const [index, each] of this.notifications.entries()) {
      if (this.#shown(each).isRead || !ids.includes(each.id)) continue;
      const updatedAtMs = Math.max(each.updatedAtMs, atMs);
      this.notifications[index] = { ...each, isRead: true, updatedAtMs };
      count += 1;
    }
    return { count, unknownIds };
  }

  async readRates(names: readonly Pick<RatesRecord, "level" | "name">[]): Promise<RatesRecord[]> {
    return this.rates.filter((rates) =>
      names.some(({ level, name }) => level === rates.level && name === rates.name),
    );
  }

  async readHeldSymbols(): Promise<string[]> {
    return [...this.accounts.values()].flatMap(({ positions }) => [...positions.keys()]);
  }

  async findInstrument(symbol: string): Promise<CatalogEntry | undefined> {
    return this.catalog.find((entry) => entry.symbol === symbol);
  }

  async listInstruments({ after = "", limit }: Part<string>): Promise<CatalogEntry[]> {
    return this.catalog.filter(({ symbol }) => symbol > after).slice(0, limit);
  }

  async listRates({ after, limit }: Part<Pick<RatesRecord, "level" | "name">>): Promise<RatesRecord[]> {
    return after === undefined ? this.rates.slice(0, limit) : [];
  }

  async readOutcome(userId: string, idempotencyKey: string): Promise<KeptOutcome | undefined> {
    return this.outcomes.get(`${userId}/${idempotencyKey}`);
  }

  async readMarks(symbols: readonly string[]): Promise<MarkRecord[]> {
    return [...this.marks.values()].filter(({ symbol }) => symbols.includes(symbol));
  }

  async listMarksSince({ version, after = "", limit }: PartSince<string>): Promise<MarkRecord[]> {
    if (version === this.versions.marks) return [];
    const marks = [...this.marks.values()].toSorted(({ symbol: one }, { symbol: other }) =>
      one < other ? -1 : 1,
    );
    return marks.filter(({ symbol }) => symbol > after).slice(0, limit);
  }

  async setMarks(marks: readonly MarkRecord[], { nowMs }: SavingClock): Promise<void> {
    for (const { seq: _unkept, ...mark } of marks) {
      const before = this.marks.get(mark.symbol);
      const isLater =
        before === undefined || comparableMs(mark.atMs, nowMs) >= comparableMs(before.atMs, nowMs);
      if (isLater || (before.isPlayed === true && mark.isPlayed !== true)) this.marks.set(mark.symbol, mark);
    }
    this.versions = { ...this.versions, marks: this.versions.marks + 1 };
  }

  async saveQuotes(
    records: readonly QuoteRecord[],
    { heard }: Parameters<Store["saveQuotes"]>[1],
  ): Promise<void> {
    if (heard !== undefined) {
      const name = heard.isPlayed ? "simulationHeardAtMs" : "feedHeardAtMs";
      this.versions = { ...this.versions, [name]: heard.atMs };
    }
    if (records.length === 0) return;
    const version = this.versions.quotes + 1;
    for (const record of records) this.quotes.set(record.symbol, { ...record, version });
    this.versions = { ...this.versions, quotes: version };
  }

  async readQuotes(symbols: readonly string[]): Promise<QuoteRecord[]> {
    return symbols.flatMap((symbol) => this.quotes.get(symbol) ?? []);
  }

  async listQuotes(part: Part<string>): Promise<QuoteRecord[]> {
    return this.listQuotesSince({ ...part, version: 0 });
  }

  async listQuotesSince({ after = "", limit, version }: PartSince<string>): Promise<QuoteRecord[]> {
    return [...this.quotes.values()]
      .filter((record) => record.symbol > after && record.version > version)
      .toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1))
      .slice(0, limit);
  }

  async listAudits({ accountId }: AccountKey, { after = 0, limit }: Part<number>): Promise<AuditRecord[]> {
    const audits = this.accounts.get(accountId)?.audits ?? [];
    return audits.filter(({ place }) => place > after).slice(0, limit);
  }

  async readVersions(): Promise<StoreVersions> {
    return this.versions;
  }

  async draftCatalog(): Promise<CatalogDraft> {
    const drafted: CatalogEntry[] = [];
    return {
      add: async (entries) => {
        drafted.push(...entries);
      },
      publish: async (change) => {
        const outcome = await this.commit(change);
        if (outcome !== "committed") return outcome;
        this.catalog = drafted.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1));
        this.versions = { ...this.versions, catalog: this.versions.catalog + 1 };
        return outcome;
      },
      abandon: async () => {},
    };
  }

  #changeRates({ set, removed }: NonNullable<Change["rates"]>): void {
    for (const changed of [...set, ...removed]) {
      const before = this.rates.findIndex(
        ({ level, name }) => level === changed.level && name === changed.name,
      );
      if (before >= 0) this.rates.splice(before, 1);
    }
    this.rates.push(...set);
    this.versions = { ...this.versions, rates: this.versions.rates + 1 };
  }

  #shown(record: NotificationRecord): NotificationRecord {
    return { ...record, isRead: record.isRead || record.id <= this.readThrough };
  }

  #tell(accountId: string, atMs: number, draft: Change["notifications"][number]): void {
    const id = this.notifications.length + 1;
    this.notifications.push({ ...draft, id, accountId, isRead: false, createdAtMs: atMs, updatedAtMs: atMs });
  }
}
