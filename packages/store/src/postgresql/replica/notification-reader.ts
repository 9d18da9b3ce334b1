import { forPostgresql, readTexts } from "../../sql/reads.ts";
import type { PostgresqlClient, PostgresqlRow } from "../client.ts";
import { type RequiredLsn, trackRequiredLsn } from "./required-lsn.ts";

/**
 * Where a page of notifications was read: from the replica, or from the primary because the required LSN is unknown or the
 * user has a recent write (`primary`), the replica has not replayed far enough (`behind`), it failed or timed out (`away`),
 * or it is not a replica of this primary (`strange`).
 */
export type PageSource = "replica" | "primary" | "behind" | "away" | "strange";

/** Reads pages of notifications from the replica or the primary. */
export type NotificationReader = {
  readonly read: (userId: string, values: readonly unknown[]) => Promise<PostgresqlRow[]>;
  /** Records that this process has changed the notifications of a user. */
  readonly recordWrite: (userId: string) => void;
  readonly close: () => Promise<void>;
};

/** What a reader is created from. */
export type NotificationReaderOptions = {
  readonly primary: PostgresqlClient;
  readonly replica: PostgresqlClient;
  readonly nowMs: () => number;
  /** The longest wait for the replica before a page is read from the primary. */
  readonly replicaMsMax: number;
  readonly onPageRead: (source: PageSource) => void;
};

/** The oldest data that a page may show. Writes of this process are always shown. */
const staleMsMax = 1_000;
/** The pause between attempts on a failing replica. Meanwhile every page comes from the primary. */
const failedPauseMs = 1_000;
/** The pause after a replica was found behind. */
const behindPauseMs = 100;
const userCountMax = 100_000;

/** Identifies the database, because LSNs of different clusters are not comparable. */
const databaseIdentity = {
  columns:
    "(select system_identifier from pg_control_system()) as cluster, current_database()::text as database",
  read: (row: PostgresqlRow | undefined): string =>
    `${String(row?.["cluster"])} ${String(row?.["database"])}`,
} as const;

/** Everything on a page precedes the LSN up to which the log was written. */
const pageText = pageWithLsn("pg_current_wal_insert_lsn()");
/** Queried with the page, because the replica may have replayed more since its LSN was checked. */
const replicaPageText = pageWithLsn("pg_last_wal_replay_lsn()");
/** Null on a replica that was promoted. It still reports its last replayed LSN, but follows the primary no longer. */
const replayedText = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as lsn,
  ${databaseIdentity.columns}`;

type Attempt = PageSource | { readonly rows: PostgresqlRow[] };
type ReplicaQuery = { readonly lsn: bigint; readonly identity: string; readonly values: readonly unknown[] };

/**
 * Creates a reader. It uses the replica if that has every write of this process for the user and is at most a second behind,
 * and the primary otherwise. It sends queries only while pages are read.
 */
export function createNotificationReader({
  primary,
  replica,
  nowMs,
  replicaMsMax,
  onPageRead,
}: NotificationReaderOptions): NotificationReader {
  const required = trackRequiredLsn({ nowMs, staleMsMax, userCountMax });
  const sampler = createLsnSampler(primary, required, nowMs);
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  /** The problem found by the last attempt on the replica. */
  let problem: "away" | "strange" | undefined;
  return {
    read: async (userId, values) => {
      sampler.sampleIfDue();
      const attempt = await tryReplica(userId, values);
      if (typeof attempt === "object") {
        onPageRead("replica");
        return finishPage(userId, attempt.rows);
      }
      const { rows } = await primary.query({ name: "notifications-primary", text: pageText, values });
      onPageRead(attempt);
      return finishPage(userId, rows);
    },
    recordWrite: required.recordWrite,
    close: async () => {
      await sampler.settle();
      await replica.close();
    },
  };

  function finishPage(userId: string, rows: PostgresqlRow[]): PostgresqlRow[] {
    required.recordRead(userId, rows[0]?.["lsn"] as bigint);
    return rows.filter((row) => row["n"] !== null);
  }

  async function tryReplica(userId: string, values: readonly unknown[]): Promise<Attempt> {
    const [lsn, identity] = [required.lsnFor(userId), sampler.identity()];
    if (lsn === undefined || identity === undefined) return "primary";
    if (nowMs() < pausedUntilMs) return problem ?? "behind";
    // One read probes a failing replica; concurrent ones use the primary.
    if (problem !== undefined) pausedUntilMs = nowMs() + failedPauseMs;
    const page = { lsn, identity, values };
    const attempt = await withTimeout(queryReplica(replica, page), replicaMsMax).catch((): Attempt => "away");
    problem = attempt === "away" || attempt === "strange" ? attempt : undefined;
    if (problem !== undefined) pausedUntilMs = nowMs() + failedPauseMs;
    else if (attempt === "behind") pausedUntilMs = nowMs() + behindPauseMs;
    return attempt;
  }
}

/** Checks the replayed LSN before it reads the page, so that the page is at least as recent. */
function queryReplica(replica: PostgresqlClient, { lsn, identity, values }: ReplicaQuery): Promise<Attempt> {
  return replica.onConnection(async (query): Promise<Attempt> => {
    const [row] = (await query({ name: "replayed-lsn", text: replayedText, values: [] })).rows;
    const replayed = row?.["lsn"];
    if (typeof replayed !== "bigint" || databaseIdentity.read(row) !== identity) return "strange";
    if (replayed < lsn) return "behind";
    const { rows } = await query({ name: "notifications-replica", text: replicaPageText, values });
    return { rows };
  });
}

/** A page with an LSN in each row. The left join returns one row for an empty page. */
function pageWithLsn(lsn: string): string {
  return `select log.lsn, page.* from (select (${lsn} - '0/0')::bigint as lsn) as log
    left join (${forPostgresql(readTexts.notifications)}) as page on true order by page.n desc`;
}

type LsnSampler = {
  /** Starts a sample in the background if the last one is too old. */
  readonly sampleIfDue: () => void;
  /** The identity of the primary's database, once a sample has returned it. */
  readonly identity: () => string | undefined;
  /** Waits for the running sample. */
  readonly settle: () => Promise<void>;
};

const sampleIntervalMs = 200;

/** Acknowledged writes are flushed, so they precede every later flush LSN. */
const sampleText = `select (pg_current_wal_flush_lsn() - '0/0')::bigint as lsn, ${databaseIdentity.columns}`;

/** Samples the primary's LSN while pages are read. */
function createLsnSampler(
  primary: PostgresqlClient,
  required: Pick<RequiredLsn, "beginSample">,
  nowMs: () => number,
): LsnSampler {
  let identity: string | undefined;
  let begunMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  return {
    sampleIfDue: () => {
      if (running !== undefined || nowMs() - begunMs < sampleIntervalMs) return;
      begunMs = nowMs();
      // Without a sample, pages are read from the primary, which then reports its own failure.
      running = sample()
        .catch(() => {})
        .finally(() => {
          running = undefined;
        });
    },
    identity: () => identity,
    settle: async () => running,
  };

  async function sample(): Promise<void> {
    const finish = required.beginSample();
    const [row] = (await primary.query({ name: "flushed-lsn", text: sampleText, values: [] })).rows;
    identity = databaseIdentity.read(row);
    finish(row?.["lsn"] as bigint);
  }
}

/** Rejects if the promise takes too long. Its later result or failure is ignored. */
async function withTimeout<Result>(work: Promise<Result>, elapsedMsMax: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${elapsedMsMax} ms.`)), elapsedMsMax);
  });
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
