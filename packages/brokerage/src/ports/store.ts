import type { AccountStore } from "./accounts.ts";
import type { BackupStore } from "./backup.ts";
import type { LeaseStore } from "./leases.ts";
import type { NotificationStore } from "./notifications.ts";
import type { QuoteStore } from "./quotes.ts";
import type { ReferenceStore } from "./reference.ts";

/** Who keeps the data, and how much there is. */
export type StoreDescription = {
  readonly engine: "sqlite" | "postgresql" | "d1";
  readonly schemaVersion: number;
  readonly rowCounts: Readonly<Record<string, number>>;
};

/**
 * Why a store does not do what it is asked for, where that lies with the store and not with what is asked: the `code` of
 * the `Error` that the call rejects with.
 */
export type StoreErrorCode =
  /** Too much waits, or others hold what it needs. Nothing was done. */
  | "busy"
  /** No server answers, the connection was lost, or the server is starting, stopping or out of connections. */
  | "unreachable"
  /** There is no room left. */
  | "disk-full"
  /** The disk or the file system reports errors. */
  | "disk-failed"
  /** It can only be read. */
  | "not-writable"
  /** What is on the disk can't be read any more. */
  | "damaged"
  /** A restore is under way, or was cut. */
  | "unfinished-restore";

/**
 * What the service remembers.
 *
 * A promise that resolves means that the change is durable: no crash of the process or the machine undoes it. One that
 * rejects as `busy` did nothing: ask again. After any other failure the change may have been made and only its answer
 * lost: ask again under the same key or movement, by which one that was made is found.
 */
export interface Store
  extends AccountStore,
    NotificationStore,
    ReferenceStore,
    QuoteStore,
    LeaseStore,
    BackupStore {
  describe(): Promise<StoreDescription>;
  /** Waits for what goes on behind a promise that has resolved; to close again is to wait for the same. */
  close(): Promise<void>;
}
