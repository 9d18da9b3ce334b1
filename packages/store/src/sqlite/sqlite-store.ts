import type { DatabaseSync, StatementSync } from "node:sqlite";
import type {
  AccountKey,
  AccountRecord,
  AccountState,
  AuditRecord,
  BackupRow,
  CatalogDraft,
  CatalogEntry,
  Change,
  CommitOutcome,
  MarkRecord,
  MovementRecord,
  NotificationRecord,
  OutcomeRecord,
  Part,
  RatesRecord,
  Store,
  StoreDescription,
  StoreVersions,
} from "@trading-oms/brokerage/ports";
import { backupTables } from "../backup-tables.ts";
import { numberOf, type Row, readRow } from "../read-row.ts";
import { versionsOf } from "../versions-of.ts";
import { workBehind } from "../work-behind.ts";
import { backUpSqlite } from "./back-up-sqlite.ts";
import { batchChanges, type ChangeBatches } from "./batch-changes.ts";
import { catalogStatements } from "./catalog-statements.ts";
import { draftCatalog } from "./draft-catalog.ts";
import { explainSqliteFailure, isConstraintFailure } from "./explain-sqlite-failure.ts";
import { judgeMark, judgeRestore, placeOf } from "./judge-restore.ts";
import { markStatements } from "./mark-statements.ts";
import { migrations } from "./migrations.ts";
import { queries } from "./queries.ts";
import { restoreSqlite } from "./restore-sqlite.ts";
import { restoreStatements } from "./restore-statements.ts";
import type { RowsStatement, SqlValue } from "./statement.ts";
import type { WriterChannel } from "./writer-channel.ts";

/** The store on one SQLite file: reads on a connection of its own, writes by way of the writer. */
export class SqliteStore implements Store {
  readonly #path: string;
  readonly #reader: DatabaseSync;
  readonly #writer: WriterChannel;
  readonly #changes: ChangeBatches;
  readonly #behind = workBehind();
  #closing: Promise<void> | undefined;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(path: string, reader: DatabaseSync, writer: WriterChannel) {
    this.#path = path;
    this.#reader = reader;
    this.#writer = writer;
    this.#changes = batchChanges(writer, (failure) => explainSqliteFailure(path, failure));
  }

  async readAccount({ userId, accountId }: AccountKey): Promise<AccountState | undefined> {
    // One transaction, so that account, positions and episodes are of one moment.
    this.#reader.exec("begin");
    try {
      const row = this.#get(queries.account, userId, accountId);
      if (row === undefined) return undefined;
      return {
        account: readRow.account(row),
        positions: this.#all(queries.positions, userId, accountId).map(readRow.position),
        episodes: this.#all(queries.episodes, userId, accountId).map(readRow.episode),
        notificationCount: numberOf(row, "notification_count"),
      };
    } finally {
      this.#reader.exec("commit");
    }
  }

  async findOwner(accountId: string): Promise<string | undefined> {
    return this.#get(queries.owner, accountId)?.["user_id"] as string | undefined;
  }

  async listAccounts({
    userId,
    after,
    limit,
  }: Part<AccountKey> & { readonly userId?: string | undefined }): Promise<AccountRecord[]> {
    const rows =
      userId === undefined
        ? this.#all(queries.accounts, after?.userId ?? "", after?.accountId ?? "", limit)
        : this.#all(queries.accountsOfUser, userId, after?.accountId ?? "", limit);
    return rows.map(readRow.account);
  }

  async readMovement(userId: string, movementId: string): Promise<MovementRecord | undefined> {
    const row = this.#get(queries.movement, userId, movementId);
    return row && readRow.movement(row);
  }

  async readOutcome(userId: string, idempotencyKey: string): Promise<OutcomeRecord | undefined> {
    const row = this.#get(queries.outcome, userId, idempotencyKey);
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
    return this.#all(queries.notifications, offset, userId, limit).map(readRow.notification);
  }

  async readRates(names: readonly Pick<RatesRecord, "level" | "name">[]): Promise<RatesRecord[]> {
    return names.flatMap(({ level, name }) => this.#all(queries.ratesOf, level, name).map(readRow.rates));
  }

  async listRates({ after, limit }: Part<Pick<RatesRecord, "level" | "name">>): Promise<RatesRecord[]> {
    return this.#all(queries.rates, after?.level ?? "", after?.name ?? "", limit).map(readRow.rates);
  }

  async setRates({ level, name, ...rates }: RatesRecord): Promise<void> {
    const values = [rates.marginRatio, rates.marginCallRate, rates.forceCloseRate, rates.changedAtMs];
    await this.#set([
      { sql: "insert or replace into rates values (?, ?, ?, ?, ?, ?)", rows: [[level, name, ...values]] },
      { sql: "update change_counter set value = value + 1 where name = 'rates'", rows: [[]] },
    ]);
  }

  async readMarks(symbols: readonly string[]): Promise<MarkRecord[]> {
    return this.#all(queries.marksOf, JSON.stringify(symbols)).map(readRow.mark);
  }

  async listMarks({ after, limit }: Part<string>): Promise<MarkRecord[]> {
    return this.#all(queries.marks, after ?? "", limit).map(readRow.mark);
  }

  async setMarks(marks: readonly MarkRecord[]): Promise<void> {
    await this.#set([
      {
        sql: `insert into mark (symbol, price, at) values (?, ?, ?) ${markStatements.onConflict}`,
        rows: marks.map(({ symbol, price, atMs }) => [symbol, price, atMs]),
      },
      { sql: markStatements.count, rows: [[]] },
    ]);
  }

  async listAudits(
    { userId, accountId }: AccountKey,
    { after, limit }: Part<number>,
  ): Promise<AuditRecord[]> {
    return this.#all(queries.audits, userId, accountId, after ?? 0, limit).map(readRow.audit);
  }

  async readHeldSymbols(): Promise<string[]> {
    return this.#all(queries.heldSymbols).map((row) => String(row["symbol"]));
  }

  async findInstrument(symbol: string): Promise<CatalogEntry | undefined> {
    const row = this.#get(queries.instrument, symbol);
    return row && readRow.instrument(row);
  }

  async listInstruments({ after, limit }: Part<string>): Promise<CatalogEntry[]> {
    return this.#all(queries.instruments, after ?? "", limit).map(readRow.instrument);
  }

  draftCatalog(): Promise<CatalogDraft> {
    const generation = Date.now() * 1_000 + Math.floor(Math.random() * 1_000);
    return draftCatalog(
      {
        run: (statements) => this.#run(statements),
        addEntries: (each, entries) => this.#run(catalogStatements.add(each, entries, Date.now())),
        listGenerationsToSweep: async () =>
          this.#all(queries.generationsToSweep).map((row) => numberOf(row, "generation")),
        hasEntries: async (each) => this.#get(queries.anyOfGeneration, each) !== undefined,
        find: async (each) => this.#get(queries.generation, each),
        judgeMark: async () => this.#judgeMark(),
        now: () => Date.now(),
        wait: (milliseconds) => new Promise((settle) => setTimeout(settle, milliseconds)),
        leaveBehind: async (work) => this.#behind.begin(work),
      },
      generation,
    );
  }

  async readVersions(): Promise<StoreVersions> {
    return versionsOf(this.#all(queries.counters));
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
    const counted = Object.keys(backupTables).map((table): [string, number] => {
      const row = this.#get(`select count(*) as count from ${table}`);
      return [table, row === undefined ? 0 : numberOf(row, "count")];
    });
    return { engine: "sqlite", schemaVersion: migrations.length, rowCounts: Object.fromEntries(counted) };
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
    return this.#get(restoreStatements.look) ?? {};
  }

  async #run(statements: readonly RowsStatement[]): Promise<void> {
    const answer = await this.#writer.ask({ kind: "statements", statements });
    if (answer.kind === "failed") throw explainSqliteFailure(this.#path, answer.failure);
  }

  #get(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  #all(sql: string, ...values: SqlValue[]): Row[] {
    return this.#prepare(sql).all(...values);
  }

  #prepare(sql: string): StatementSync {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      prepared = this.#reader.prepare(sql);
      // What counts notifications and their times is safe as a number, and a page of bigints takes twice as long.
      prepared.setReadBigInts(sql !== queries.notifications);
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}
