/** Every table of the store, once for all engines, in the order of a backup. Any change of a schema raises `schemaVersion`. */
import type {
  AccountKey,
  AccountRecord,
  AuditRecord,
  CatalogEntry,
  ContactRecord,
  EpisodeRecord,
  EvaluatedPrice,
  ExDateRecord,
  KeptOutcome,
  LeaseRecord,
  MarkRecord,
  MovementRecord,
  NotificationRecord,
  PositionRecord,
  QuoteRecord,
  RatesRecord,
  WatcherRecord,
} from "@trading-oms/brokerage/ports";
import {
  amount,
  type Column,
  type Columns,
  constrained,
  count,
  flag,
  int,
  key,
  mapped,
  nullable,
  type Table,
  table,
  text,
  time,
  toText,
  without,
} from "./table.ts";

/** The id of the only row of a table. */
const onlyRow = constrained(int, "check (id = 1)");

const numberBlock: Table = table(
  "number_block",
  "id",
  { id: onlyRow, next_number: constrained(count, "check (next_number < 2147483648)") },
  { hasRowid: true },
);

const changeCounter: Table = table("change_counter", "name", { name: key, value: count });

const fromZero = constrained(count, "default 0");
const timeFromZero = constrained(time, "default 0");

const appUser: Table = table("app_user", "user_id", {
  user_id: key,
  number: constrained(count, "unique"),
  shard: int,
  notification_count: constrained(count, "default 0 check (notification_count < 4194304)"),
  notified_at: timeFromZero,
  // Rows up to this number are read, whatever `is_read` says; `unread_count` counts the unread ones after it.
  read_through: constrained(count, "default 0 check (read_through between 0 and notification_count)"),
  read_through_at: timeFromZero,
  unread_count: constrained(
    count,
    "default 0 check (unread_count between 0 and notification_count - read_through)",
  ),
});

const accountOwner: Table<AccountKey> = table("account_owner", "account_id", {
  account_id: key,
  user_id: key,
});

export const account: Table<AccountRecord & { readonly shard: number }> = table(
  "account",
  "user_id, account_id",
  {
    user_id: key,
    account_id: key,
    version: count,
    shard: int,
    equity_vnd: constrained(amount, "check (abs(equity_vnd) < 9007199254740992)"),
    opened_at: time,
    changed_at: time,
    audit_count: fromZero,
    audit_hash: constrained(text, "default ''"),
  },
);

export const accountColumns: Columns<AccountRecord> = without(account, "shard");

type Origin = Pick<EvaluatedPrice, "isByHand" | "isPlayed">;

export const simulated = "simulated";

/** A column for where a price comes from. */
function originIn(name: string): Column<Origin> {
  return {
    ...text,
    // SQLite takes twice as long to write a row that is checked by `in`.
    constraint: `check (${name} = 'feed' or ${name} = 'hand' or ${name} = '${simulated}')`,
    read: (value) => ({ isByHand: value === "hand", ...(value === simulated && { isPlayed: true }) }),
    write: ({ isByHand, isPlayed = false }) => {
      if (isPlayed) return simulated;
      return isByHand ? "hand" : "feed";
    },
  };
}

/** A position as its row holds it: the price of the last decision has columns of its own. */
type PositionFields = Omit<PositionRecord, "decisionPrice"> & {
  readonly decisionPrice?: bigint | undefined;
  readonly decisionAtMs?: number | undefined;
  readonly decisionSeq?: number | undefined;
  readonly decisionOrigin?: Origin | undefined;
};

export const position: Table<AccountKey & PositionFields> = table("position", "user_id, account_id, symbol", {
  user_id: key,
  account_id: key,
  symbol: key,
  quantity: amount,
  entry_vnd: amount,
  posted_vnd: amount,
  covered_vnd: constrained(amount, "check (covered_vnd between 0 and 9007199254740991)"),
  is_closing: flag,
  opened_at: time,
  changed_at: time,
  decision_price: nullable(amount),
  decision_at: nullable(time),
  decision_seq: nullable(count),
  decision_origin: nullable(originIn("decision_origin")),
});

export const positionColumns: Columns<PositionRecord> = mapped(
  without(position, "userId", "accountId"),
  (fields): PositionRecord => {
    const { decisionPrice: price, decisionAtMs: atMs, decisionSeq: seq, decisionOrigin, ...others } = fields;
    if (price === undefined || atMs === undefined || seq === undefined) return others;
    return { ...others, decisionPrice: { price, atMs, seq, isByHand: false, ...decisionOrigin } };
  },
  ({ decisionPrice, ...others }) => ({
    ...others,
    decisionPrice: decisionPrice?.price,
    decisionAtMs: decisionPrice?.atMs,
    decisionSeq: decisionPrice?.seq,
    decisionOrigin: decisionPrice,
  }),
);

/** The last contact about the open call, as JSON. */
const contact: Column<ContactRecord> = {
  ...text,
  read: (value, name) => {
    const { promisedVnd, ...others } = JSON.parse(toText(value, name));
    return { ...others, ...(promisedVnd !== undefined && { promisedVnd: BigInt(promisedVnd) }) };
  },
  write: (record) => JSON.stringify({ ...record, promisedVnd: record.promisedVnd?.toString() }),
};

export const episode: Table<AccountKey & EpisodeRecord> = table("episode", "user_id, account_id, symbol", {
  user_id: key,
  account_id: key,
  symbol: key,
  number: amount,
  is_open: flag,
  is_force_close_notified: flag,
  reminder: amount,
  opened_at: time,
  last_contact: nullable(contact),
});

export const episodeColumns: Columns<EpisodeRecord> = without(episode, "userId", "accountId");

const audit: Table<AccountKey & AuditRecord> = table("audit", "user_id, account_id, place", {
  user_id: key,
  account_id: key,
  place: count,
  entry: text,
  hash: text,
});

export const auditColumns: Columns<AuditRecord> = without(audit, "userId", "accountId");

export const movement: Table<{ readonly userId: string } & MovementRecord> = table(
  "movement",
  "user_id, movement_id",
  {
    user_id: key,
    movement_id: key,
    account_id: key,
    kind: text,
    amount_vnd: constrained(amount, "check (amount_vnd between 1 and 9007199254740991)"),
    at: time,
  },
);

export const movementColumns: Columns<MovementRecord> = without(movement, "userId");

const notification: Table<{ readonly userId: string; readonly n: number } & NotificationRecord> = table(
  "notification",
  "user_id, n",
  {
    user_id: key,
    n: count,
    id: count,
    account_id: key,
    type: text,
    topic: text,
    message_id: key,
    data: text,
    is_read: constrained(flag, "default 0"),
    created_at: time,
    updated_at: time,
  },
  { constraints: ["unique (user_id, message_id)"] },
);

export const notificationColumns: Columns<NotificationRecord> = without(notification, "userId", "n");

export const outcome: Table<{ readonly userId: string } & Omit<KeptOutcome, "userId">> = table(
  "idempotent_answer",
  "user_id, idempotency_key",
  { user_id: key, idempotency_key: key, fingerprint: text, answer: text, at: time },
);

export const outcomeColumns: Columns<KeptOutcome> = without(outcome, "userId");

/** A member that is true or left out. */
const optionalFlag: Column<boolean | undefined> = {
  type: "int",
  read: (value, name) => flag.read(value, name) || undefined,
  write: (value) => flag.write(value === true),
};

export const rates: Table<RatesRecord> = table("rates", "level, name", {
  level: key,
  name: key,
  margin_ratio: amount,
  margin_call_rate: amount,
  force_close_rate: amount,
  changed_at: time,
  is_lending_ended: optionalFlag,
});

/** A last price as its row holds it. */
type MarkFields = Omit<MarkRecord, "isByHand" | "isPlayed" | "seq"> & { readonly origin: Origin };

export const mark: Table<MarkFields & { readonly version: number }> = table("mark", "symbol", {
  symbol: key,
  price: constrained(amount, "check (abs(price) < 9007199254740992)"),
  at: time,
  origin: originIn("origin"),
  version: count,
});

export const markColumns: Columns<MarkRecord> = mapped(
  without(mark, "version"),
  ({ origin, ...others }) => ({ ...others, ...origin }),
  ({ symbol, price, atMs, ...origin }) => ({ symbol, price, atMs, origin }),
);

const holiday: Table = table("holiday", "date", { date: key });

export const exDate: Table<ExDateRecord> = table("ex_date", "symbol, date, adjustment_id", {
  symbol: key,
  date: key,
  adjustment_id: key,
  state: constrained(text, "check (state in ('moved', 'adjusting', 'adjusted', 'released'))"),
  terms: text,
});

// Its rows are long: by rowid, both indexes refer to them, and none holds them.
export const quote: Table<QuoteRecord & { readonly version: number }> = table(
  "quote",
  "symbol",
  { symbol: key, at: time, seq: count, day: text, snapshot: text, version: count },
  { hasRowid: true },
);

export const quoteColumns: Columns<QuoteRecord> = without(quote, "version");

const catalogGeneration: Table = table(
  "catalog_generation",
  "generation",
  {
    generation: count,
    state: constrained(text, "check (state in ('draft', 'current', 'old'))"),
    touched_at: time,
  },
  { hasRowid: true },
);

const catalogHead: Table = table(
  "catalog_head",
  "id",
  { id: onlyRow, generation: count },
  { hasRowid: true },
);

export const instrument: Table<CatalogEntry & { readonly generation: number }> = table(
  "instrument",
  "generation, symbol",
  { generation: count, symbol: key, details: text },
);

export const instrumentColumns: Columns<CatalogEntry> = without(instrument, "generation");

export const watcher: Table<WatcherRecord> = table("watcher", "holder", { holder: key, until: time });

export const lease: Table<LeaseRecord> = table(
  "lease",
  "shard",
  { shard: int, holder: key, fencing: count, until: time },
  { hasRowid: true },
);

/** The tables of a backup, in the order of backup and restore. */
export const backupTables: readonly Table[] = [
  ...[numberBlock, changeCounter, appUser, accountOwner, account, position, episode, audit, movement],
  ...[notification, outcome, rates, mark, holiday, exDate, quote, catalogGeneration, catalogHead, instrument],
];

export const tables: readonly Table[] = [...backupTables, watcher, lease];

/** Statements that follow the creation of the tables: indexes, and the first rows. */
export const setup: readonly string[] = [
  "create index account_by_change on account (shard, changed_at)",
  "create index mark_by_version on mark (version)",
  "create index quote_by_version on quote (version)",
  "insert into number_block values (1, 1)",
  "insert into change_counter values ('catalog', 0), ('rates', 0), ('marks', 0), ('holidays', 0), ('quotes', 0), ('ex_dates', 0)",
  "insert into catalog_head values (1, 0)",
];
