import { DatabaseSync } from "node:sqlite";
import { primaryCodeOf, readFailure } from "./failures.ts";

/** How long a connection waits for the write lock. None of our writes holds it for more than 50 ms. */
export const lockWaitMsMax: number = 10_000;

/** `full`: a commit is durable when it returns. `none`: it survives a crash of the process but not of the machine. */
export type Durability = "full" | "none";

/** The size of the log in pages that starts a checkpoint, which takes three more flushes. Twice SQLite's default. */
export const logPagesMax = 2_000;

/** Opens a connection. By default a commit is durable when it returns. */
export function connectSqlite(path: string, durability: Durability = "full"): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: lockWaitMsMax });
  useLog(database);
  database.exec(`pragma wal_autocheckpoint = ${logPagesMax}`);
  database.exec(`pragma synchronous = ${durability === "full" ? "full" : "off"}`);
  return database;
}

const busyCode = 5;
const pauseMs = 5;

/** Switches to the write-ahead log. Retries when the file is busy, because SQLite's own timeout does not cover this switch. */
function useLog(database: DatabaseSync): void {
  const deadlineMs = Date.now() + lockWaitMsMax;
  for (;;) {
    try {
      database.exec("pragma journal_mode = wal");
      return;
    } catch (failure) {
      if (primaryCodeOf(readFailure(failure)) !== busyCode || Date.now() > deadlineMs) throw failure;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}
