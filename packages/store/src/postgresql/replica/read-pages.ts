import { forPostgresql, readTexts } from "../../sql/reads.ts";
import type { PostgresqlClient, PostgresqlRow } from "../client.ts";
import { followMarks, type Marks } from "./follow-marks.ts";

/**
 * Where a page of notifications was read: at the replica; or at the primary, since it is not known how far the replica has
 * to be, or the user was just told something (`primary`), it is not so far (`behind`), it did not answer as it should
 * (`away`), or it is no replica of this primary (`strange`).
 */
export type PageSource = "replica" | "primary" | "behind" | "away" | "strange";

/** Pages of notifications, read where they may be. */
export type Pages = {
  readonly read: (userId: string, values: readonly unknown[]) => Promise<PostgresqlRow[]>;
  /** Notes that this process has told a user something. */
  readonly noteTold: (userId: string) => void;
  readonly close: () => Promise<void>;
};

/** What pages are read with. */
export type PagesSettings = {
  readonly primary: PostgresqlClient;
  readonly replica: PostgresqlClient;
  readonly nowMs: () => number;
  /** What the replica has not answered by then is read at the primary. */
  readonly replicaMsMax: number;
  readonly tellSource: (source: PageSource) => void;
};

/** What is shown is at most as old, beyond what the user was told by this process. */
const behindMsMax = 1_000;
/** So long nobody asks a replica that was not there, but one in that time. */
const awayMs = 1_000;
const behindMs = 100;
const userCountMax = 100_000;

/** Tells databases apart, since places in the logs of two say nothing about each other. */
const databaseIdentity = {
  columns:
    "(select system_identifier from pg_control_system()) as cluster, current_database()::text as database",
  read: (row: PostgresqlRow | undefined): string =>
    `${String(row?.["cluster"])} ${String(row?.["database"])}`,
} as const;

/** Whatever a page holds is in front of where the log was written to by then. */
const pageText = pageAt("pg_current_wal_insert_lsn()");
/** A page may hold more than there was when it was asked how far the replica has come. */
const replicaPageText = pageAt("pg_last_wal_replay_lsn()");
/** One that has become a primary tells how far it had come, and replays no more. */
const replayedText = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as place,
  ${databaseIdentity.columns}`;

type Attempt = PageSource | { readonly rows: PostgresqlRow[] };
type Question = { readonly place: bigint; readonly identity: string; readonly values: readonly unknown[] };

/**
 * Reads pages of notifications from a replica where it has all that the user was told by this process and nothing older
 * than a second, and else from the primary. Nothing is asked of either while nobody reads.
 */
export function readPages({ primary, replica, nowMs, replicaMsMax, tellSource }: PagesSettings): Pages {
  const marks = followMarks({ nowMs, behindMsMax, userCountMax });
  const marking = markInTime(primary, marks, nowMs);
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  /** What was wrong with the replica when it was asked last. */
  let doubt: "away" | "strange" | undefined;
  return {
    read: async (userId, values) => {
      marking.inTime();
      const attempt = await attemptFor(userId, values);
      if (typeof attempt === "object") {
        tellSource("replica");
        return takePage(userId, attempt.rows);
      }
      const { rows } = await primary.query({ name: "notifications-at", text: pageText, values });
      tellSource(attempt);
      return takePage(userId, rows);
    },
    noteTold: marks.noteTold,
    close: async () => {
      await marking.settle();
      await replica.close();
    },
  };

  function takePage(userId: string, rows: PostgresqlRow[]): PostgresqlRow[] {
    marks.noteShown(userId, rows[0]?.["place"] as bigint);
    return rows.filter((row) => row["n"] !== null);
  }

  async function attemptFor(userId: string, values: readonly unknown[]): Promise<Attempt> {
    const [place, identity] = [marks.placeFor(userId), marking.identity()];
    if (place === undefined || identity === undefined) return "primary";
    if (nowMs() < restsUntilMs) return doubt ?? "behind";
    // Whether a doubted one is there again, one finds out for all.
    if (doubt !== undefined) restsUntilMs = nowMs() + awayMs;
    const question = { place, identity, values };
    const attempt = await within(askReplica(replica, question), replicaMsMax).catch((): Attempt => "away");
    doubt = attempt === "away" || attempt === "strange" ? attempt : undefined;
    if (doubt !== undefined) restsUntilMs = nowMs() + awayMs;
    else if (attempt === "behind") restsUntilMs = nowMs() + behindMs;
    return attempt;
  }
}

/** How far the replica has come is asked first, so that what is read then is of no earlier moment. */
function askReplica(replica: PostgresqlClient, { place, identity, values }: Question): Promise<Attempt> {
  return replica.onConnection(async (query): Promise<Attempt> => {
    const [row] = (await query({ name: "replayed-log", text: replayedText, values: [] })).rows;
    const replayed = row?.["place"];
    if (typeof replayed !== "bigint" || databaseIdentity.read(row) !== identity) return "strange";
    if (replayed < place) return "behind";
    const { rows } = await query({ name: "notifications-replayed", text: replicaPageText, values });
    return { rows };
  });
}

/** A page with a place of the log; one that is empty has a row as well. */
function pageAt(place: string): string {
  return `select log.place, told.* from (select (${place} - '0/0')::bigint as place) as log
    left join (${forPostgresql(readTexts.notifications)}) as told on true order by told.n desc`;
}

/** Marks, taken at the primary beside whatever else is asked. */
type Marking = {
  /** Begins a mark where the last is some time ago; nobody waits for it. */
  readonly inTime: () => void;
  /** The database that the marks are of, once it is known. */
  readonly identity: () => string | undefined;
  /** Resolves when none is under way. */
  readonly settle: () => Promise<void>;
};

/** So often the primary is asked for a mark, as long as pages are read. */
const markEveryMs = 200;

/** What was acknowledged is flushed, so that it is in front of what is flushed later. */
const markText = `select (pg_current_wal_flush_lsn() - '0/0')::bigint as place, ${databaseIdentity.columns}`;

/** Takes marks of the primary's log for those who follow them. */
function markInTime(primary: PostgresqlClient, marks: Pick<Marks, "begin">, nowMs: () => number): Marking {
  let identity: string | undefined;
  let begunMs = Number.NEGATIVE_INFINITY;
  let marking: Promise<void> | undefined;
  return {
    inTime: () => {
      if (marking !== undefined || nowMs() - begunMs < markEveryMs) return;
      begunMs = nowMs();
      // Without marks the primary is read, which tells for itself what is wrong with it.
      marking = mark()
        .catch(() => {})
        .finally(() => {
          marking = undefined;
        });
    },
    identity: () => identity,
    settle: async () => marking,
  };

  async function mark(): Promise<void> {
    const take = marks.begin();
    const [row] = (await primary.query({ name: "mark-log", text: markText, values: [] })).rows;
    identity = databaseIdentity.read(row);
    take(row?.["place"] as bigint);
  }
}

/** Gives what work comes to, or fails where that takes too long; what becomes of it then is nobody's. */
async function within<Result>(work: Promise<Result>, elapsedMsMax: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${elapsedMsMax} ms.`)), elapsedMsMax);
  });
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
