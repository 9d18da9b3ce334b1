import type { AccountKey, AccountState, EpisodeRecord, PositionRecord } from "@trading-oms/brokerage/ports";
import { readJudged } from "../origin-code-of.ts";
import type { ListsStatement } from "./statement.ts";

/** The values of a row in their order, as strict tables keep them. */
type AccountRow = readonly [0n, bigint, bigint, bigint, bigint, bigint, string, bigint, null, null];
type PositionRow = readonly [
  ...[1n, string, bigint, bigint, bigint, bigint, bigint, bigint, bigint],
  string | null,
];
type EpisodeRow = readonly [2n, string, bigint, bigint, bigint, bigint, bigint, null, null, null];

/** A row of what is known of an account; the first value says of what. */
export type StateRow = AccountRow | PositionRow | EpisodeRow;

/**
 * Reads an account with all that belongs to it. It is one statement, which is of one moment by itself and takes little more
 * than half the time of three in a transaction.
 */
export const accountState: ListsStatement<StateRow> & {
  readonly of: (key: AccountKey, rows: readonly StateRow[]) => AccountState | undefined;
} = {
  rowsAre: "lists",
  sql: `select 0, version, equity_vnd, opened_at, changed_at, audit_count, audit_hash,
      (select notification_count from trader where trader.user_id = account.user_id), null, null
    from account where user_id = ?1 and account_id = ?2
    union all
    select 1, symbol, quantity, entry_vnd, posted_vnd, covered_vnd, is_closing, opened_at, changed_at, judged
    from position where user_id = ?1 and account_id = ?2
    union all
    select 2, symbol, number, is_open, is_force_close_told, reminder, opened_at, null, null, null
    from episode where user_id = ?1 and account_id = ?2`,
  of: stateOf,
};

function stateOf({ userId, accountId }: AccountKey, rows: readonly StateRow[]): AccountState | undefined {
  const positions: PositionRecord[] = [];
  const episodes: EpisodeRecord[] = [];
  let found: Pick<AccountState, "account" | "notificationCount"> | undefined;
  for (const row of rows) {
    if (row[0] === 1n) positions.push(positionOf(row));
    else if (row[0] === 2n) episodes.push(episodeOf(row));
    else {
      const [, version, equityVnd, openedAt, changedAt, auditCount, auditHash, notificationCount] = row;
      const account = {
        userId,
        accountId,
        version: wholeOf(version),
        equityVnd,
        openedAtMs: wholeOf(openedAt),
        changedAtMs: wholeOf(changedAt),
        auditCount: wholeOf(auditCount),
        auditHash,
      };
      found = { account, notificationCount: wholeOf(notificationCount) };
    }
  }
  return found && { ...found, positions: inOrder(positions), episodes: inOrder(episodes) };
}

function positionOf(row: PositionRow): PositionRecord {
  const [, symbol, quantity, entryVnd, postedVnd, coveredVnd, isClosing, openedAt, changedAt, judged] = row;
  return {
    symbol,
    quantity,
    entryVnd,
    postedVnd,
    coveredVnd,
    isClosing: isClosing === 1n,
    openedAtMs: wholeOf(openedAt),
    changedAtMs: wholeOf(changedAt),
    ...readJudged(judged),
  };
}

function episodeOf([
  ,
  symbol,
  number,
  isOpen,
  isForceCloseTold,
  reminder,
  openedAt,
]: EpisodeRow): EpisodeRecord {
  return {
    symbol,
    number,
    isOpen: isOpen === 1n,
    isForceCloseTold: isForceCloseTold === 1n,
    reminder,
    openedAtMs: wholeOf(openedAt),
  };
}

/** They come by their key, though nothing in SQL says so. */
function inOrder<Record extends { readonly symbol: string }>(records: Record[]): readonly Record[] {
  return records.length < 2 ? records : records.sort((one, other) => (one.symbol < other.symbol ? -1 : 1));
}

function wholeOf(value: bigint): number {
  const whole = Number(value);
  if (!Number.isSafeInteger(whole))
    throw new Error("An account holds a number that is no safe whole number.");
  return whole;
}
