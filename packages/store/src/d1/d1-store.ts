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
import { numberOf, type Row, readRow, textOf } from "../read-row.ts";
import { rotaOf } from "../rota-of.ts";
import { saveInChunks } from "../save-in-chunks.ts";
import { changesStatement } from "../sqlite/changes-statement.ts";
import { claimStatements } from "../sqlite/claim-statements.ts";
import { holidayStatements } from "../sqlite/holiday-statements.ts";
import { judgeMark } from "../sqlite/judge-restore.ts";
import { migrations } from "../sqlite/migrations.ts";
import { queries } from "../sqlite/queries.ts";
import { restoreStatements } from "../sqlite/restore-statements.ts";
import type { RowsStatement, SqlValue, Statement } from "../sqlite/statement.ts";
import { sweepOutcomes } from "../sqlite/sweep-outcomes.ts";
import { versionsOf } from "../versions-of.ts";
import { backUpD1 } from "./back-up-d1.ts";
import { commitChange, isRefusal } from "./commit-change.ts";
import { countRows } from "./count-rows.ts";
import type { D1Binding } from "./d1-binding.ts";
import { d1Place } from "./d1-place.ts";
import { draftD1Catalog } from "./draft-d1-catalog.ts";
import { handOutNumbers } from "./hand-out-numbers.ts";
import { markStatementsFor } from "./mark-statements-for.ts";
import { quoteStatementsFor } from "./quote-statements-for.ts";
import { readStates } from "./read-states.ts";
import { restoreD1 } from "./restore-d1.ts";
import { runStatement, runStatements, spreadStatements } from "./run-statements.ts";

type AccountsPart = Parameters<Store["listAccounts"]>[0];

/** The store on one D1 database; each of its calls is a question or a batch, for D1 keeps nothing open between them. */
export class D1Store implements Store {
  readonly #binding: D1Binding;
  #takeNumber: () => Promise<number>;

  constructor(binding: D1Binding) {
    this.#binding = binding;
    this.#takeNumber = handOutNumbers(binding);
  }

  async readAccount({ userId, accountId }: AccountKey): Promise<AccountState | undefined> {
    const values = [userId, accountId];
    const [accounts = [], positions = [], episodes = []] = await runStatements(this.#binding, [
      { sql: queries.account, values },
      { sql: queries.positions, values },
      { sql: queries.episodes, values },
    ]);
    const [row] = accounts;
    if (row === undefined) return undefined;
    return {
      account: readRow.account(row),
      positions: positions.map(readRow.position),
      episodes: episodes.map(readRow.episode),
      notificationCount: numberOf(row, "notification_count"),
    };
  }

  readAccounts(keys: readonly AccountKey[]): Promise<AccountState[]> {
    return readStates(this.#binding, keys);
  }

  async listChanges(part: Parameters<Store["listChanges"]>[0]): Promise<AccountChange[]> {
    const { sql, values } = changesStatement(part);
    return (await this.#all(sql, ...values)).map(readRow.change);
  }

  async claimShards(claim: ShardClaim): Promise<Rota> {
    const rota = { sql: queries.rota, values: [] };
    const results = await runStatements(this.#binding, [...spreadStatements(claimStatements(claim)), rota]);
    return rotaOf(results.at(-1) ?? []);
  }

  async readRota(): Promise<Rota> {
    return rotaOf(await this.#all(queries.rota));
  }

  sweepOutcomes(part: Parameters<Store["sweepOutcomes"]>[0]): Promise<OutcomeKey | undefined> {
    const run = async (statements: readonly RowsStatement[]): Promise<void> => {
      await runStatements(this.#binding, spreadStatements(statements));
    };
    return sweepOutcomes({ list: (sql, ...values) => this.#all(sql, ...values), run }, part);
  }

  async findOwner(accountId: string): Promise<string | undefined> {
    return (await this.#get(queries.owner, accountId))?.["user_id"] as string | undefined;
  }

  async listAccounts({ userId, after, limit }: AccountsPart): Promise<AccountRecord[]> {
    const rows =
      userId === undefined
        ? this.#all(queries.accounts, after?.userId ?? "", after?.accountId ?? "", limit)
        : this.#all(queries.accountsOfUser, userId, after?.accountId ?? "", limit);
    return (await rows).map(readRow.account);
  }

  async readMovement(userId: string, movementId: string): Promise<MovementRecord | undefined> {
    const row = await this.#get(queries.movement, userId, movementId);
    return row && readRow.movement(row);
  }

  async readOutcome(userId: string, idempotencyKey: string): Promise<KeptOutcome | undefined> {
    const row = await this.#get(queries.outcome, userId, idempotencyKey);
    return row && readRow.outcome(row);
  }

  async commit(change: Change): Promise<CommitOutcome> {
    if (change.expectedVersion !== 0) return commitChange(this.#binding, change, 0);
    try {
      return await commitChange(this.#binding, change, await this.#takeNumber());
    } catch (failure) {
      if (!isRefusal(failure)) throw failure;
      // The number may have been claimed before a restore, and belong to a user of the backup, as may those after it.
      this.#takeNumber = handOutNumbers(this.#binding);
      return commitChange(this.#binding, change, await this.#takeNumber());
    }
  }

  async listNotifications(
    userId: string,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<NotificationRecord[]> {
    return (await this.#all(queries.notifications, offset, userId, limit)).map(readRow.notification);
  }

  async markRead({ userId, ids, atMs }: ReadNotifications): Promise<MarkedRead> {
    const wanted = JSON.stringify(ids);
    const marked = markedRead(ids, await this.#all(queries.readFlags, userId, wanted));
    if (marked.count > 0) await this.#set([{ sql: queries.markRead, values: [atMs, userId, wanted] }]);
    return marked;
  }

  async readRates(names: readonly Pick<RatesRecord, "level" | "name">[]): Promise<RatesRecord[]> {
    const rows = await this.#all(
      `select rates.* from json_each(?) as wanted
        join rates on rates.level = wanted.value ->> 0 and rates.name = wanted.value ->> 1`,
      JSON.stringify(names.map(({ level, name }) => [level, name])),
    );
    return rows.map(readRow.rates);
  }

  async listRates({ after, limit }: Part<Pick<RatesRecord, "level" | "name">>): Promise<RatesRecord[]> {
    return (await this.#all(queries.rates, after?.level ?? "", after?.name ?? "", limit)).map(readRow.rates);
  }

  async setRates({ level, name, ...rates }: RatesRecord): Promise<void> {
    const values = [rates.marginRatio, rates.marginCallRate, rates.forceCloseRate, rates.changedAtMs];
    await this.#set([
      { sql: "insert or replace into rates values (?, ?, ?, ?, ?, ?)", values: [level, name, ...values] },
      { sql: "update change_counter set value = value + 1 where name = 'rates'", values: [] },
    ]);
  }

  async readMarks(symbols: readonly string[]): Promise<MarkRecord[]> {
    return (await this.#all(queries.marksOf, JSON.stringify(symbols))).map(readRow.mark);
  }

  async listMarks({ after, limit }: Part<string>): Promise<MarkRecord[]> {
    return (await this.#all(queries.marks, after ?? "", limit)).map(readRow.mark);
  }

  async listMarksSince({ after, limit, version }: PartSince<string>): Promise<MarkRecord[]> {
    return (await this.#all(queries.marksSince, version, after ?? "", limit)).map(readRow.mark);
  }

  async setMarks(marks: readonly MarkRecord[]): Promise<void> {
    await this.#set(markStatementsFor(marks));
  }

  saveQuotes(records: readonly QuoteRecord[]): Promise<void> {
    return saveInChunks(records, (chunk) => this.#set(quoteStatementsFor(chunk)));
  }

  async readQuotes(symbols: readonly string[]): Promise<QuoteRecord[]> {
    return (await this.#all(queries.quotesOf, JSON.stringify(symbols))).map(readRow.quote);
  }

  async listQuotes({ after, limit }: Part<string>): Promise<QuoteRecord[]> {
    return (await this.#all(queries.quotes, after ?? "", limit)).map(readRow.quote);
  }

  async listQuotesSince({ after, limit, version }: PartSince<string>): Promise<QuoteRecord[]> {
    return (await this.#all(queries.quotesSince, version, after ?? "", limit)).map(readRow.quote);
  }

  async listHolidays(): Promise<string[]> {
    return (await this.#all(queries.holidays)).map((row) => textOf(row, "date"));
  }

  async setHolidays(dates: readonly string[]): Promise<void> {
    await this.#set(spreadStatements(holidayStatements(dates)));
  }

  async listAudits(
    { userId, accountId }: AccountKey,
    { after, limit }: Part<number>,
  ): Promise<AuditRecord[]> {
    return (await this.#all(queries.audits, userId, accountId, after ?? 0, limit)).map(readRow.audit);
  }

  async readHeldSymbols(): Promise<string[]> {
    const rows = await runStatement(this.#binding, queries.heldSymbols);
    return rows.map((row) => String(row["symbol"]));
  }

  async findInstrument(symbol: string): Promise<CatalogEntry | undefined> {
    const row = await this.#get(queries.instrument, symbol);
    return row && readRow.instrument(row);
  }

  async listInstruments({ after, limit }: Part<string>): Promise<CatalogEntry[]> {
    return (await this.#all(queries.instruments, after ?? "", limit)).map(readRow.instrument);
  }

  draftCatalog(): Promise<CatalogDraft> {
    const generation = Date.now() * 1_000 + Math.floor(Math.random() * 1_000);
    return draftD1Catalog(this.#binding, generation, () => Date.now());
  }

  async readVersions(): Promise<StoreVersions> {
    return versionsOf(await this.#all(queries.counters));
  }

  backUp(): AsyncIterable<BackupRow> {
    return backUpD1(this.#binding);
  }

  async restore(rows: AsyncIterable<BackupRow>): Promise<void> {
    await restoreD1(this.#binding, rows);
    // Numbers that were claimed before may belong to users of the backup.
    this.#takeNumber = handOutNumbers(this.#binding);
  }

  async describe(): Promise<StoreDescription> {
    const rowCounts = await countRows(this.#binding);
    return { engine: "d1", schemaVersion: migrations.length, rowCounts };
  }

  /** Nothing is held open, so there is nothing to close. */
  async close(): Promise<void> {}

  /** Sets something, unless a restore is under way. */
  async #set(statements: readonly Statement[]): Promise<void> {
    const guarded = [...spreadStatements([restoreStatements.guard]), ...statements];
    await runStatements(this.#binding, guarded).catch(async (failure: unknown) => {
      judgeMark((await this.#get(restoreStatements.look)) ?? {}, d1Place);
      throw failure;
    });
  }

  async #get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.#all(sql, ...values))[0];
  }

  #all(sql: string, ...values: SqlValue[]): Promise<readonly Row[]> {
    return runStatement(this.#binding, sql, ...values);
  }
}
