import type { PostgresqlClient } from "../postgresql-client.ts";
import { databaseIdentity } from "./database-identity.ts";
import type { Marks } from "./follow-marks.ts";

/** Marks, taken at the primary beside whatever else is asked. */
export type Marking = {
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
export function markInTime(
  primary: PostgresqlClient,
  marks: Pick<Marks, "begin">,
  nowMs: () => number,
): Marking {
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
