import type { AccountStore } from "./accounts.ts";
import type { BackupStore } from "./backup.ts";
import type { ChangesStore } from "./changes.ts";
import type { LeaseStore } from "./leases.ts";
import type { NotificationStore } from "./notifications.ts";
import type { QuoteStore } from "./quotes.ts";
import type { ReferenceStore } from "./reference.ts";

export type StoreDescription = {
  readonly engine: "sqlite" | "postgresql" | "d1" | "memory";
  readonly schemaVersion: number;
};

/**
 * Failures of the store itself rather than of the request: the `code` of the `Error` that a call rejects
 * with.
 */
export type StoreErrorCode =
  /** Too many requests wait, or others hold a lock. Nothing was done. */
  | "busy"
  /**
   * No server answers, the connection was lost, or the server is starting, stopping or out of connections.
   */
  | "unreachable"
  /** An earlier call of this kind has hung for too long. Nothing was done. */
  | "late"
  /** No space is left. */
  | "disk_full"
  /** The disk or the file system reports errors. */
  | "disk_failed"
  /** The store is read-only. */
  | "not_writable"
  /** The stored data cannot be read. */
  | "damaged"
  /** A restore is running or was interrupted. */
  | "unfinished_restore";

/**
 * The database of the service, or one in memory.
 *
 * A promise that resolves means that the change is durable: no crash of the process or the machine undoes it, except in memory.
 * A rejection with `busy` means that nothing was done; retry. After any other failure the change may have been committed
 * and only the answer lost; retry under the same key or movement ID, which finds a committed change.
 */
export interface Store
  extends AccountStore,
    NotificationStore,
    ReferenceStore,
    QuoteStore,
    LeaseStore,
    ChangesStore {
  describe(): Promise<StoreDescription>;
  /** The database's own clock in Unix milliseconds; undefined where it runs in this process or on this machine. */
  readonly readClock?: (() => Promise<number>) | undefined;
  /** Waits for background work of resolved calls. Closing again waits for the same work. */
  close(): Promise<void>;
}

/** A store that outlives its process. */
export interface DurableStore extends Store, BackupStore {}
