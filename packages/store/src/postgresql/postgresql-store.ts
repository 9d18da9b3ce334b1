import type {
  AccountChange,
  AccountKey,
  AccountRecord,
  AccountState,
  AuditRecord,
  BackupRow,
  CatalogDraft,
  CatalogEntry,
  Change,
  CommitOutcome,
  KeptOutcome,
  MarkedRead,
  MarkRecord,
  MovementRecord,
  NotificationRecord,
  OutcomeKey,
  Part,
  PartSince,
  QuoteRecord,
  RatesRecord,
  ReadNotifications,
  Rota,
  ShardClaim,
  Store,
  StoreDescription,
  StoreVersions,
} from "@trading-oms/brokerage/ports";
import type { Gathering } from "../gather-work.ts";
import { markedRead } from "../marked-read.ts";
import { originCodeOf } from "../origin-code-of.ts";
import { readRow, textOf } from "../read-row.ts";
import { rotaOf } from "../rota-of.ts";
import { saveInChunks } from "../save-in-chunks.ts";
import { startOfChanges } from "../start-of-changes.ts";
import { versionsOf } from "../versions-of.ts";
import { workBehind } from "../work-behind.ts";
import { backUpPostgresql } from "./back-up-postgresql.ts";
import { claimShards } from "./claim-shards.ts";
import { countRows } from "./count-rows.ts";
import { draftPostgresqlCatalog } from "./draft-postgresql-catalog.ts";
import { explainRestore } from "./explain-restore.ts";
import { gatherReads } from "./gather-reads.ts";
import { type MadeChanges, makeChanges } from "./make-changes.ts";
import { migrations } from "./migrations.ts";
import type { PostgresqlClient, PostgresqlRow } from "./postgresql-client.ts";
import { queries } from "./queries.ts";
import { readStates } from "./read-states.ts";
import type { Pages } from "./replica/read-pages.ts";
import { restorePostgresql } from "./restore-postgresql.ts";
import { saveQuotes } from "./save-quotes.ts";
import { setHolidays } from "./set-holidays.ts";
import { sweepOutcomes } from "./sweep-outcomes.ts";

type AccountsPart = Parameters<Store["listAccounts"]>[0];
type Page = Parameters<Store["listNotifications"]>[1];

/** The store on PostgreSQL: each change is one statement, each read too. */
export class PostgresqlStore implements Store {
  readonly #client: PostgresqlClient;
  readonly #behind = workBehind();
  #closing: Promise<void> | undefined;
  readonly #reads: Gathering<AccountKey, AccountState | undefined>;
  readonly #changes: MadeChanges;
  readonly #pages: Pages | undefined;

  constructor(client: PostgresqlClient, nowMs: () => number, pages?: Pages) {
    this.#client = client;
    this.#pages = pages;
    this.#reads = gatherReads(client, nowMs);
    this.#changes = makeChanges(client, nowMs);
  }

  readAccount(key: AccountKey): Promise<AccountState | undefined> {
    return this.#reads.ask(key);
  }

  readAccounts(keys: readonly AccountKey[]): Promise<AccountState[]> {
    return readStates(this.#client, keys);
  }

  async listChanges(part: Parameters<Store["listChanges"]>[0]): Promise<AccountChange[]> {
    return (await this.#read("changes", part.shards, ...startOfChanges(part), part.limit)).map(
      readRow.change,
    );
  }

  claimShards(claim: ShardClaim): Promise<Rota> {
    return claimShards(this.#client, claim);
  }

  async readRota(): Promise<Rota> {
    return rotaOf(await this.#read("rota"));
  }

  sweepOutcomes(part: Parameters<Store["sweepOutcomes"]>[0]): Promise<OutcomeKey | undefined> {
    return sweepOutcomes(this.#client, part);
  }

  async findOwner(accountId: string): Promise<string | undefined> {
    const [row] = await this.#read("owner", accountId);
    return row?.["user_id"] as string | undefined;
  }

  async listAccounts({ userId, after, limit }: AccountsPart): Promise<AccountRecord[]> {
    const rows =
      userId === undefined
        ? await this.#read("accounts", after?.userId ?? "", after?.accountId ?? "", limit)
        : await this.#read("accountsOfUser", userId, after?.accountId ?? "", limit);
    return rows.map(readRow.account);
  }

  async readMovement(userId: string, movementId: string): Promise<MovementRecord | undefined> {
    const [row] = await this.#read("movement", userId, movementId);
    return row && readRow.movement(row);
  }

  async readOutcome(userId: string, idempotencyKey: string): Promise<KeptOutcome | undefined> {
    const [row] = await this.#read("outcome", userId, idempotencyKey);
    return row && readRow.outcome(row);
  }

  async commit(change: Change): Promise<CommitOutcome> {
    const outcome = await this.#changes.commit(change);
    if (change.notifications.length > 0) this.#pages?.noteTold(change.key.userId);
    return outcome;
  }

  async listNotifications(userId: string, { limit, offset }: Page): Promise<NotificationRecord[]> {
    const values = [userId, offset, limit];
    const rows = this.#pages?.read(userId, values) ?? this.#read("notifications", ...values);
    return (await rows).map(readRow.notification);
  }

  async markRead({ userId, ids, atMs }: ReadNotifications): Promise<MarkedRead> {
    const marked = markedRead(ids, await this.#read("readFlags", userId, ids));
    if (marked.count > 0) await this.#read("markRead", userId, ids, atMs);
    this.#pages?.noteTold(userId);
    return marked;
  }

  async readRates(names: readonly Pick<RatesRecord, "level" | "name">[]): Promise<RatesRecord[]> {
    const [levels, keys] = [names.map(({ level }) => level), names.map(({ name }) => name)];
    return (await this.#read("ratesOf", levels, keys)).map(readRow.rates);
  }

  async listRates({ after, limit }: Part<Pick<RatesRecord, "level" | "name">>): Promise<RatesRecord[]> {
    return (await this.#read("rates", after?.level ?? "", after?.name ?? "", limit)).map(readRow.rates);
  }

  async setRates(rates: RatesRecord): Promise<void> {
    const { level, name, marginRatio, marginCallRate, forceCloseRate, changedAtMs } = rates;
    const values = [level, name, marginRatio, marginCallRate, forceCloseRate, changedAtMs];
    const { rowCount } = await this.#client.query({ name: "setRates", text: queries.setRates, values });
    if (rowCount === 0) throw explainRestore();
  }

  async readMarks(symbols: readonly string[]): Promise<MarkRecord[]> {
    return (await this.#read("marksOf", symbols)).map(readRow.mark);
  }

  async listMarks({ after, limit }: Part<string>): Promise<MarkRecord[]> {
    return (await this.#read("marks", after ?? "", limit)).map(readRow.mark);
  }

  async listMarksSince({ after, limit, version }: PartSince<string>): Promise<MarkRecord[]> {
    return (await this.#read("marksSince", version, after ?? "", limit)).map(readRow.mark);
  }

  async setMarks(marks: readonly MarkRecord[]): Promise<void> {
    const symbols = marks.map(({ symbol }) => symbol);
    const prices = marks.map(({ price }) => price);
    const times = marks.map(({ atMs }) => atMs);
    const hands = marks.map(originCodeOf);
    if ((await this.#read("setMarks", symbols, prices, times, hands)).length === 0) throw explainRestore();
  }

  saveQuotes(records: readonly QuoteRecord[]): Promise<void> {
    return saveInChunks(records, (chunk) => saveQuotes(this.#client, chunk));
  }

  async readQuotes(symbols: readonly string[]): Promise<QuoteRecord[]> {
    return (await this.#read("quotesOf", symbols)).map(readRow.quote);
  }

  async listQuotes({ after, limit }: Part<string>): Promise<QuoteRecord[]> {
    return (await this.#read("quotes", after ?? "", limit)).map(readRow.quote);
  }

  async listQuotesSince({ after, limit, version }: PartSince<string>): Promise<QuoteRecord[]> {
    return (await this.#read("quotesSince", version, after ?? "", limit)).map(readRow.quote);
  }

  async listHolidays(): Promise<string[]> {
    return (await this.#read("holidays")).map((row) => textOf(row, "date"));
  }

  setHolidays(dates: readonly string[]): Promise<void> {
    return setHolidays(this.#client, dates);
  }

  async listAudits(
    { userId, accountId }: AccountKey,
    { after, limit }: Part<number>,
  ): Promise<AuditRecord[]> {
    return (await this.#read("audits", userId, accountId, after ?? 0, limit)).map(readRow.audit);
  }

  async readHeldSymbols(): Promise<string[]> {
    return (await this.#read("heldSymbols")).map((row) => String(row["symbol"]));
  }

  async findInstrument(symbol: string): Promise<CatalogEntry | undefined> {
    const [row] = await this.#read("instrument", symbol);
    return row && readRow.instrument(row);
  }

  async listInstruments({ after, limit }: Part<string>): Promise<CatalogEntry[]> {
    return (await this.#read("instruments", after ?? "", limit)).map(readRow.instrument);
  }

  draftCatalog(): Promise<CatalogDraft> {
    return draftPostgresqlCatalog(this.#client, this.#behind.begin);
  }

  async readVersions(): Promise<StoreVersions> {
    return versionsOf(await this.#read("counters"));
  }

  backUp(): AsyncIterable<BackupRow> {
    return backUpPostgresql(this.#client);
  }

  async restore(rows: AsyncIterable<BackupRow>): Promise<void> {
    await restorePostgresql(this.#client, rows);
    this.#changes.forgetNumbers();
  }

  async describe(): Promise<StoreDescription> {
    const rowCounts = await countRows(this.#client);
    return { engine: "postgresql", schemaVersion: migrations.length, rowCounts };
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await Promise.all([this.#behind.settle(), this.#reads.finish(), this.#changes.finish()]);
    await this.#pages?.close();
    await this.#client.close();
  }

  async #read(name: keyof typeof queries, ...values: unknown[]): Promise<PostgresqlRow[]> {
    return (await this.#client.query({ name, text: queries[name], values })).rows;
  }
}
