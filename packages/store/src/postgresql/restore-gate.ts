/** Any number that no other program locks by: the letters TOMR. */
const lockKey = 0x54_4f_4d_52;

/**
 * What keeps a restore and changes apart. It ends with the transaction, so that it also holds behind a pooler.
 *
 * Changes of accounts need none: while a store is restored there are no accounts yet.
 */
export const restoreGate: Readonly<Record<"shut" | "pass", string>> = {
  /** Waits for the changes that are under way, and has those that come be refused. */
  shut: `select pg_advisory_xact_lock(${lockKey})`,
  /** True where no restore is under way, and then until the end of the statement's transaction. */
  pass: `pg_try_advisory_xact_lock_shared(${lockKey})`,
};
