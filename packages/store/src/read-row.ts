import type {
  AccountChange,
  AccountRecord,
  AuditRecord,
  CatalogEntry,
  EpisodeRecord,
  KeptOutcome,
  MarkRecord,
  MovementRecord,
  NotificationRecord,
  NotificationType,
  PositionRecord,
  QuoteRecord,
  RatesLevel,
  RatesRecord,
} from "@trading-oms/brokerage/ports";
import { originOf, readJudged } from "./origin-code-of.ts";

/** A row as it is read: every integer as a bigint. */
export type Row = Readonly<Record<string, unknown>>;

/** Turns rows into records; a column that is not what the schema says stops the reader. */
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

/** A whole number of a row, which is safe to count with. */
export function numberOf(row: Row, name: string): number {
  const value = Number(row[name]);
  if (!Number.isSafeInteger(value)) throw new Error(`The column ${name} holds no safe whole number.`);
  return value;
}

function bigintOf(row: Row, name: string): bigint {
  const value = row[name];
  if (typeof value === "bigint") return value;
  return BigInt(numberOf(row, name));
}

/** A text of a row. */
export function textOf(row: Row, name: string): string {
  const value = row[name];
  if (typeof value !== "string") throw new Error(`The column ${name} holds no text.`);
  return value;
}
