import type {
  AccountChange,
  AccountRecord,
  AccountState,
  AuditRecord,
  CatalogEntry,
  ContactRecord,
  EpisodeRecord,
  EvaluatedPrice,
  KeptOutcome,
  LeaseRecord,
  MarkedRead,
  MarkRecord,
  MovementRecord,
  NotificationCount,
  NotificationPlaces,
  NotificationRecord,
  NotificationType,
  PositionRecord,
  QuoteRecord,
  RatesLevel,
  RatesRecord,
  Rota,
  StoreVersions,
  WatcherRecord,
} from "@trading-oms/brokerage/ports";

/** A row as an engine returns it: integers as bigints or as numbers. */
export type Row = Readonly<Record<string, unknown>>;

/** Converts rows to records. Throws if a column does not match the schema. */
export const readRow = {
  account: (row: Row): AccountRecord => ({
    userId: textOf(row, "user_id"),
    accountId: textOf(row, "account_id"),
    version: numberOf(row, "version"),
    equityVnd: bigintOf(row, "equity_vnd"),
    openedAtMs: numberOf(row, "opened_at"),
    changedAtMs: numberOf(row, "changed_at"),
    auditCount: numberOf(row, "audit_count"),
    auditHash: textOf(row, "audit_hash"),
  }),
  change: (row: Row): AccountChange => ({
    userId: textOf(row, "user_id"),
    accountId: textOf(row, "account_id"),
    version: numberOf(row, "version"),
    changedAtMs: numberOf(row, "changed_at"),
  }),
  position: (row: Row): PositionRecord => ({
    symbol: textOf(row, "symbol"),
    quantity: bigintOf(row, "quantity"),
    entryVnd: bigintOf(row, "entry_vnd"),
    postedVnd: bigintOf(row, "posted_vnd"),
    coveredVnd: bigintOf(row, "covered_vnd"),
    isClosing: numberOf(row, "is_closing") === 1,
    openedAtMs: numberOf(row, "opened_at"),
    changedAtMs: numberOf(row, "changed_at"),
    ...readJudged(row["judged"]),
  }),
  episode: (row: Row): EpisodeRecord => ({
    symbol: textOf(row, "symbol"),
    number: bigintOf(row, "number"),
    isOpen: numberOf(row, "is_open") === 1,
    isForceCloseTold: numberOf(row, "is_force_close_told") === 1,
    reminder: bigintOf(row, "reminder"),
    openedAtMs: numberOf(row, "opened_at"),
    ...readContact(row["last_contact"]),
  }),
  audit: (row: Row): AuditRecord => ({
    place: numberOf(row, "place"),
    entry: textOf(row, "entry"),
    hash: textOf(row, "hash"),
  }),
  movement: (row: Row): MovementRecord => ({
    movementId: textOf(row, "movement_id"),
    accountId: textOf(row, "account_id"),
    kind: textOf(row, "kind") as MovementRecord["kind"],
    amountVnd: bigintOf(row, "amount_vnd"),
    atMs: numberOf(row, "at"),
  }),
  notification: (row: Row): NotificationRecord => ({
    id: numberOf(row, "id"),
    accountId: textOf(row, "account_id"),
    type: textOf(row, "type") as NotificationType,
    topic: textOf(row, "topic"),
    messageId: textOf(row, "message_id"),
    data: textOf(row, "data"),
    isRead: numberOf(row, "is_read") === 1,
    createdAtMs: numberOf(row, "created_at"),
    updatedAtMs: numberOf(row, "updated_at"),
  }),
  outcome: (row: Row): KeptOutcome => ({
    idempotencyKey: textOf(row, "idempotency_key"),
    fingerprint: textOf(row, "fingerprint"),
    outcome: textOf(row, "outcome"),
    atMs: numberOf(row, "at"),
  }),
  rates: (row: Row): RatesRecord => ({
    level: textOf(row, "level") as RatesLevel,
    name: textOf(row, "name"),
    marginRatio: bigintOf(row, "margin_ratio"),
    marginCallRate: bigintOf(row, "margin_call_rate"),
    forceCloseRate: bigintOf(row, "force_close_rate"),
    changedAtMs: numberOf(row, "changed_at"),
  }),
  mark: (row: Row): MarkRecord => ({
    symbol: textOf(row, "symbol"),
    price: bigintOf(row, "price"),
    atMs: numberOf(row, "at"),
    ...originOf(numberOf(row, "is_by_hand")),
  }),
  quote: (row: Row): QuoteRecord => ({
    symbol: textOf(row, "symbol"),
    atMs: numberOf(row, "at"),
    seq: numberOf(row, "seq"),
    snapshot: textOf(row, "snapshot"),
  }),
  instrument: (row: Row): CatalogEntry => ({
    symbol: textOf(row, "symbol"),
    details: textOf(row, "details"),
  }),
} as const;

/** An integer column as a number. Throws outside the safe integers. */
export function numberOf(row: Row, name: string): number {
  const value = Number(row[name]);
  if (!Number.isSafeInteger(value)) throw new Error(`The column ${name} does not hold a safe integer.`);
  return value;
}

function bigintOf(row: Row, name: string): bigint {
  const value = row[name];
  if (typeof value === "bigint") return value;
  return BigInt(numberOf(row, name));
}

/** A text column. */
export function textOf(row: Row, name: string): string {
  const value = row[name];
  if (typeof value !== "string") throw new Error(`The column ${name} does not hold a text.`);
  return value;
}

/** The number of notification ids of a user: an id is the user's number times this, plus the row's number. */
export const notificationsOfUser = 4_194_304;

/** Converts the counts in a user's row. A user without an account has no row. */
export function countOf(row: Row | undefined): NotificationCount {
  if (row === undefined) return { unread: 0, all: 0, newestId: 0 };
  const all = numberOf(row, "notification_count");
  const newestId = all === 0 ? 0 : numberOf(row, "number") * notificationsOfUser + all;
  return { unread: numberOf(row, "unread_count"), all, newestId };
}

/**
 * The watermark that an id asks for: the number of its row, at most that of the newest, and whether that is after the present
 * watermark. Undefined if the id is not in the user's range.
 */
export function watermarkOf(row: Row | undefined, id: number): { n: number; isNew: boolean } | undefined {
  if (row === undefined || Math.floor(id / notificationsOfUser) !== numberOf(row, "number")) return undefined;
  const n = Math.min(id % notificationsOfUser, numberOf(row, "notification_count"));
  return { n, isNew: n > numberOf(row, "read_through") };
}

/** The ids of a user's notifications lie above `floorId`, up to `newestId`. */
export function placesOf(row: Row): NotificationPlaces {
  const floorId = numberOf(row, "number") * notificationsOfUser;
  return {
    floorId,
    newestId: floorId + numberOf(row, "notification_count"),
    ceilingId: floorId + notificationsOfUser - 1,
  };
}

/** Converts a row of an account with its positions and episodes as JSON. */
export function stateOf(row: Row): AccountState {
  return {
    account: readRow.account(row),
    positions: listOf(row, "positions").map(readRow.position),
    episodes: listOf(row, "episodes").map(readRow.episode),
    notificationCount: numberOf(row, "notification_count"),
    versions: readVersions(JSON.parse(textOf(row, "versions"))),
  };
}

/** Skips `JSON.parse` for empty lists, because most accounts have no episode. */
function listOf(row: Row, name: string): readonly Row[] {
  const text = textOf(row, name);
  return text === "[]" ? [] : JSON.parse(text);
}

/** The result of marking these ids as read, given the rows that exist. One unknown id marks none. */
export function markedRead(ids: readonly number[], rows: readonly Row[]): MarkedRead {
  const known = new Set(rows.map((row) => numberOf(row, "id")));
  const unknownIds = ids.filter((id) => !known.has(id));
  const unread = rows.filter((row) => numberOf(row, "is_read") === 0);
  return { count: unknownIds.length > 0 ? 0 : unread.length, unknownIds };
}

/** Separates rows into watchers and leases, in their order. A watcher's row has no shard. */
export function rotaOf(rows: readonly Row[]): Rota {
  const watchers: WatcherRecord[] = [];
  const leases: LeaseRecord[] = [];
  for (const row of rows) {
    const watcher = { holder: textOf(row, "holder"), untilMs: numberOf(row, "until") };
    if (row["shard"] === null) watchers.push(watcher);
    else leases.push({ ...watcher, shard: numberOf(row, "shard"), fencing: numberOf(row, "fencing") });
  }
  return { watchers, leases };
}

/** The rows of `change_counter` that hold when a source of prices was last heard. */
export const heardNames = { feed: "feed_heard", simulation: "simulation_heard" } as const;

/** The counters that reveal changes by other processes, and when the sources of prices were heard. */
export function versionsOf(rows: readonly Row[]): StoreVersions {
  return readVersions(Object.fromEntries(rows.map((row) => [row["name"], row["value"]])));
}

/** A missing counter was never incremented, and a source without a row was never heard. */
function readVersions(values: Row): StoreVersions {
  const countOf = (name: string): number => (values[name] === undefined ? 0 : numberOf(values, name));
  const heardOf = (name: string): number | undefined =>
    values[name] === undefined ? undefined : numberOf(values, name);
  const { feed, simulation } = heardNames;
  return {
    catalog: countOf("catalog"),
    rates: countOf("rates"),
    marks: countOf("marks"),
    holidays: countOf("holidays"),
    quotes: countOf("quotes"),
    feedHeardAtMs: heardOf(feed),
    simulationHeardAtMs: heardOf(simulation),
  };
}

/** A time more than a minute ahead of the clock of the process that saves comes from a wrong clock. */
export const aheadMsMax = 60_000;

/** The latest time that is not ahead of a clock. */
export function latestMsOf(nowMs: number): number {
  return nowMs + aheadMsMax;
}

/** SQL for the time of a price for comparisons: one that is ahead counts as older than every other. */
export function comparableTime(column: string, latest: string): string {
  return `(case when ${column} > ${latest} then -1 else ${column} end)`;
}

/** The origin code of a simulated price. 1 is a price set by hand, 0 a feed price. */
export const playedCode = 2;

/** Encodes the origin of a last price as the integer in its row. */
export function originCodeOf({
  isByHand,
  isPlayed = false,
}: Pick<MarkRecord, "isByHand" | "isPlayed">): number {
  if (isPlayed) return playedCode;
  return isByHand ? 1 : 0;
}

function originOf(code: number): Pick<EvaluatedPrice, "isByHand" | "isPlayed"> {
  return { isByHand: code === 1, ...(code === playedCode && { isPlayed: true }) };
}

/** Encodes the price of a position's last decision for its column: price, time, number, origin. Null without one. */
export function judgedTextOf(judged: EvaluatedPrice | undefined): string | null {
  return judged === undefined ? null : `${judged.price} ${judged.atMs} ${judged.seq} ${originCodeOf(judged)}`;
}

function readJudged(text: unknown): { readonly judged?: EvaluatedPrice } {
  if (text === null) return {};
  const [price = "", atMs, seq, origin] = String(text).split(" ");
  return {
    judged: { price: BigInt(price), atMs: Number(atMs), seq: Number(seq), ...originOf(Number(origin)) },
  };
}

/** Encodes the last contact of an episode for its column. Null without one. */
export function contactTextOf(contact: ContactRecord | undefined): string | null {
  return contact === undefined
    ? null
    : JSON.stringify({ ...contact, promisedVnd: contact.promisedVnd?.toString() });
}

function readContact(text: unknown): { readonly lastContact?: ContactRecord } {
  if (text === null) return {};
  const { promisedVnd, ...contact } = JSON.parse(String(text));
  return {
    lastContact: { ...contact, ...(promisedVnd !== undefined && { promisedVnd: BigInt(promisedVnd) }) },
  };
}
