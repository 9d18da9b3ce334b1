import { DatabaseSync } from "node:sqlite";

/** How long a connection waits for the write lock, which no command of ours holds for more than 50 ms. */
export const lockWaitMsMax: number = 10_000;

/** `full`: a commit is durable when it returns. `none`: it may be lost with the machine, though not with the process. */
export type Durability = "full" | "none";

/** How many pages the log has before they are written back, which takes three more flushes: twice SQLite's default. */
export const logPagesMax = 2_000;

/** Opens a connection whose commits are durable when they return, unless something else is asked for. */
export function connectSqlite(path: string, durability: Durability = "full"): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: lockWaitMsMax });
  useLog(database);
  database.exec(`pragma wal_autocheckpoint = ${logPagesMax}`);
  database.exec(`pragma synchronous = ${durability === "full" ? "full" : "off"}`);
  return database;
}

const busyCode = 5;
const pauseMs = 5;

/** Going over to the log is the one thing that does not wait for others by itself. */
function useLog(database: DatabaseSync): void {
  const deadlineMs = Date.now() + lockWaitMsMax;
  for (;;) {
    try {
      database.exec("pragma journal_mode = wal");
      return;
    } catch (failure) {
      const isBusy =
        failure instanceof Error && "errcode" in failure && Number(failure.errcode) % 256 === busyCode;
      if (!isBusy || Date.now() > deadlineMs) throw failure;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}
