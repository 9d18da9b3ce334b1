import type { DatabaseSync } from "node:sqlite";
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
import { markedRead } from "../marked-read.ts";
import { originCodeOf } from "../origin-code-of.ts";
import { type Row, readRow, textOf } from "../read-row.ts";
import { rotaOf } from "../rota-of.ts";
import { saveInChunks } from "../save-in-chunks.ts";
import { versionsOf } from "../versions-of.ts";
import { workBehind } from "../work-behind.ts";
import { accountState } from "./account-state.ts";
import { backUpSqlite } from "./back-up-sqlite.ts";
import { changesStatement } from "./changes-statement.ts";
import { claimStatements } from "./claim-statements.ts";
import { countRows } from "./count-rows.ts";
import { draftSqliteCatalog } from "./draft-sqlite-catalog.ts";
import { explainSqliteFailure, isConstraintFailure } from "./explain-sqlite-failure.ts";
import { gatherStates, stateStatements } from "./gather-states.ts";
import { holidayStatements } from "./holiday-statements.ts";
import { judgeMark, judgeRestore, placeOf } from "./judge-restore.ts";
import { markStatements } from "./mark-statements.ts";
import { migrations } from "./migrations.ts";
import { queries } from "./queries.ts";
import { quoteStatements } from "./quote-statements.ts";
import { rest } from "./rest.ts";
import { restoreSqlite } from "./restore-sqlite.ts";
import { restoreStatements } from "./restore-statements.ts";
import { SqliteReader } from "./sqlite-reader.ts";
import type { RowsStatement, SqlValue } from "./statement.ts";
import { sweepOutcomes } from "./sweep-outcomes.ts";
import type { WriterChannel } from "./writer.ts";
import { GroupCommit } from "./writer-thread.ts";

type AccountsPart = Parameters<Store["listAccounts"]>[0];

/** The store on one SQLite file: reads on a connection of its own, writes by way of the writer. */
export class SqliteStore implements Store {
  readonly #path: string;
  readonly #reader: SqliteReader;
  readonly #writer: WriterChannel;
  readonly #changes: GroupCommit;
  readonly #behind = workBehind();
  #closing: Promise<void> | undefined;

  constructor(path: string, reader: DatabaseSync, writer: WriterChannel) {
    this.#path = path;
    this.#reader = new SqliteReader(path, reader);
    this.#writer = writer;
    this.#changes = new GroupCommit(writer, (failure) => explainSqliteFailure(path, failure));
  }

  async readAccount(key: AccountKey): Promise<AccountState | undefined> {
    return accountState.of(key, this.#reader.lists(accountState, key.userId, key.accountId));
  }

  async readAccounts(keys: readonly AccountKey[]): Promise<AccountState[]> {
    return this.#reader.atOnce(() =>
      gatherStates(stateStatements(keys).map(({ sql, values }) => this.#reader.all(sql, ...values))),
    );
  }

  async listChanges(part: Parameters<Store["listChanges"]>[0]): Promise<AccountChange[]> {
    const { sql, values } = changesStatement(part);
    return this.#reader.all(sql, ...values).map(readRow.change);
  }

  async claimShards(claim: ShardClaim): Promise<Rota> {
    await this.#run(claimStatements(claim));
    return this.readRota();
  }

  async readRota(): Promise<Rota> {
    return rotaOf(this.#reader.all(queries.rota));
  }

  sweepOutcomes(part: Parameters<Store["sweepOutcomes"]>[0]): Promise<OutcomeKey | undefined> {
    const list = async (sql: string, ...values: SqlValue[]) => this.#reader.all(sql, ...values);
    return sweepOutcomes({ list, run: (statements) => this.#run(statements) }, part);
  }

  async findOwner(accountId: string): Promise<string | undefined> {
    return this.#reader.get(queries.owner, accountId)?.["user_id"] as string | undefined;
  }

  async listAccounts({ userId, after, limit }: AccountsPart): Promise<AccountRecord[]> {
    const rows =
      userId === undefined
        ? this.#reader.all(queries.accounts, after?.userId ?? "", after?.accountId ?? "", limit)
        : this.#reader.all(queries.accountsOfUser, userId, after?.accountId ?? "", limit);
    return rows.map(readRow.account);
  }

  async readMovement(userId: string, movementId: string): Promise<MovementRecord | undefined> {
    const row = this.#reader.get(queries.movement, userId, movementId);
    return row && readRow.movement(row);
  }

  async readOutcome(userId: string, idempotencyKey: string): Promise<KeptOutcome | undefined> {
    const row = this.#reader.get(queries.outcome, userId, idempotencyKey);
    return row && readRow.outcome(row);
  }

  commit(change: Change): Promise<CommitOutcome> {
    return this.#changes.commit(change).catch((failure: unknown) => {
      this.#judgeMark();
      // The number of a new user may have been claimed before a restore, and belong to somebody of the backup. The
      // writer has let go of such numbers now.
      if (change.expectedVersion === 0 && isConstraintFailure(failure)) return this.#changes.commit(change);
      throw failure;
    });
  }

  async listNotifications(
    userId: string,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<NotificationRecord[]> {
    return this.#reader.all(queries.notifications, offset, userId, limit).map(readRow.notification);
  }

  async markRead({ userId, ids, atMs }: ReadNotifications): Promise<MarkedRead> {
    const wanted = JSON.stringify(ids);
    const marked = markedRead(ids, this.#reader.all(queries.readFlags, userId, wanted));
    if (marked.count > 0) await this.#set([{ sql: queries.markRead, rows: [[atMs, userId, wanted]] }]);
    return marked;
  }

  async readRates(names: readonly Pick<RatesRecord, "level" | "name">[]): Promise<RatesRecord[]> {
    return names.flatMap(({ level, name }) =>
      this.#reader.all(queries.ratesOf, level, name).map(readRow.rates),
    );
  }

  async listRates({ after, limit }: Part<Pick<RatesRecord, "level" | "name">>): Promise<RatesRecord[]> {
    return this.#reader.all(queries.rates, after?.level ?? "", after?.name ?? "", limit).map(readRow.rates);
  }

  async setRates({ level, name, ...rates }: RatesRecord): Promise<void> {
    const values = [rates.marginRatio, rates.marginCallRate, rates.forceCloseRate, rates.changedAtMs];
    await this.#set([
      { sql: "insert or replace into rates values (?, ?, ?, ?, ?, ?)", rows: [[level, name, ...values]] },
      { sql: "update change_counter set value = value + 1 where name = 'rates'", rows: [[]] },
    ]);
  }

  async readMarks(symbols: readonly string[]): Promise<MarkRecord[]> {
    return this.#reader.all(queries.marksOf, JSON.stringify(symbols)).map(readRow.mark);
  }

  async listMarks({ after, limit }: Part<string>): Promise<MarkRecord[]> {
    return this.#reader.all(queries.marks, after ?? "", limit).map(readRow.mark);
  }

  async listMarksSince({ after, limit, version }: PartSince<string>): Promise<MarkRecord[]> {
    return this.#reader.all(queries.marksSince, version, after ?? "", limit).map(readRow.mark);
  }

  async setMarks(marks: readonly MarkRecord[]): Promise<void> {
    await this.#set([
      { sql: markStatements.count, rows: [[]] },
      {
        sql: `insert into mark (symbol, price, at, is_by_hand, version)
          values (?, ?, ?, ?, ${markStatements.version}) ${markStatements.onConflict}`,
        rows: marks.map((mark) => [mark.symbol, mark.price, mark.atMs, originCodeOf(mark)]),
      },
    ]);
  }

  saveQuotes(records: readonly QuoteRecord[]): Promise<void> {
    return saveInChunks(records, (chunk) => this.#set(quoteStatements.save(chunk)), rest);
  }

  async readQuotes(symbols: readonly string[]): Promise<QuoteRecord[]> {
    return this.#reader.all(queries.quotesOf, JSON.stringify(symbols)).map(readRow.quote);
  }

  async listQuotes({ after, limit }: Part<string>): Promise<QuoteRecord[]> {
    return this.#reader.all(queries.quotes, after ?? "", limit).map(readRow.quote);
  }

  async listQuotesSince({ after, limit, version }: PartSince<string>): Promise<QuoteRecord[]> {
    return this.#reader.all(queries.quotesSince, version, after ?? "", limit).map(readRow.quote);
  }

  async listHolidays(): Promise<string[]> {
    return this.#reader.all(queries.holidays).map((row) => textOf(row, "date"));
  }

  async setHolidays(dates: readonly string[]): Promise<void> {
    await this.#set(holidayStatements(dates));
  }

  async listAudits(
    { userId, accountId }: AccountKey,
    { after, limit }: Part<number>,
  ): Promise<AuditRecord[]> {
    return this.#reader.all(queries.audits, userId, accountId, after ?? 0, limit).map(readRow.audit);
  }

  async readHeldSymbols(): Promise<string[]> {
    return this.#reader.all(queries.heldSymbols).map((row) => String(row["symbol"]));
  }

  async findInstrument(symbol: string): Promise<CatalogEntry | undefined> {
    const row = this.#reader.get(queries.instrument, symbol);
    return row && readRow.instrument(row);
  }

  async listInstruments({ after, limit }: Part<string>): Promise<CatalogEntry[]> {
    return this.#reader.all(queries.instruments, after ?? "", limit).map(readRow.instrument);
  }

  draftCatalog(): Promise<CatalogDraft> {
    const generation = Date.now() * 1_000 + Math.floor(Math.random() * 1_000);
    const world = {
      reader: this.#reader,
      run: (statements: readonly RowsStatement[]) => this.#run(statements),
      judgeMark: () => this.#judgeMark(),
      begin: this.#behind.begin,
    };
    return draftSqliteCatalog(world, generation);
  }

  async readVersions(): Promise<StoreVersions> {
    return versionsOf(this.#reader.all(queries.counters));
  }

  backUp(): AsyncIterable<BackupRow> {
    return backUpSqlite(this.#path);
  }

  restore(rows: AsyncIterable<BackupRow>): Promise<void> {
    return restoreSqlite(
      rows,
      (statements) => this.#run(statements),
      () => judgeRestore(this.#look(), placeOf(this.#path)),
    );
  }

  async describe(): Promise<StoreDescription> {
    const rowCounts = countRows((sql) => this.#reader.get(sql));
    return { engine: "sqlite", schemaVersion: migrations.length, rowCounts };
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await this.#changes.finish();
    await this.#behind.settle();
    await this.#writer.close();
    this.#reader.close();
  }

  /** Sets something, unless a restore is under way. */
  async #set(statements: readonly RowsStatement[]): Promise<void> {
    await this.#run([restoreStatements.guard, ...statements]).catch((failure: unknown) => {
      this.#judgeMark();
      throw failure;
    });
  }

  #judgeMark(): void {
    judgeMark(this.#look(), placeOf(this.#path));
  }

  #look(): Row {
    return this.#reader.get(restoreStatements.look) ?? {};
  }

  async #run(statements: readonly RowsStatement[]): Promise<void> {
    const answer = await this.#writer.ask({ kind: "statements", statements });
    if ("failure" in answer) throw explainSqliteFailure(this.#path, answer.failure);
  }
}
