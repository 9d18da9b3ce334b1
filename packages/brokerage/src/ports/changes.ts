import type { AccountChange, AccountKey } from "./accounts.ts";
import type { StoreVersions } from "./versions.ts";

/** What a process asks for again and again. */
export type ChangesQuery = {
  /** The shards whose accounts are listed if they changed at or after a time; the first `limit` of them. */
  readonly shards: readonly number[];
  readonly sinceMs: number;
  readonly limit: number;
  /** Users whose newest notification is wanted. */
  readonly users: readonly string[];
  /** Accounts whose version is wanted. */
  readonly accounts: readonly AccountKey[];
};

/** The answer, all of it as of one moment. */
export type StoreChanges = {
  readonly versions: StoreVersions;
  /** As from `listChanges`. */
  readonly changed: readonly AccountChange[];
  /** The ids of the newest notifications, by user; those users that never had an account are missing. */
  readonly newestIds: ReadonlyMap<string, number>;
  /** The versions of those accounts that exist, by account ID. */
  readonly accountVersions: ReadonlyMap<string, number>;
};

/** Tells a process what others have changed. */
export type ChangesStore = {
  /** One statement, whatever is asked for. */
  readChanges(query: ChangesQuery): Promise<StoreChanges>;
};
