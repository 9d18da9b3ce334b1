import { creationOf } from "../sql/table.ts";
import { setup, tables } from "../sql/tables.ts";

/** The schema of SQLite and D1. Money is INTEGER, and `user_id` comes first in every key of a user's rows. */
export const schema: readonly string[] = [
  // Always empty. A guard inserts null if its condition does not hold, which fails the transaction.
  "create table commit_guard (account_version_held integer not null) strict",
  ...tables.map((table) => creationOf(table, "sqlite")),
  ...setup,
  // No code of ours updates or deletes entries. The triggers catch mistakes, also manual ones.
  "create trigger audit_not_updated before update on audit begin select raise(abort, 'An audit is only added to.'); end",
  "create trigger audit_not_deleted before delete on audit begin select raise(abort, 'An audit is only added to.'); end",
  // For SQLite, `insert or replace` fires neither update nor delete triggers.
  "create trigger audit_not_replaced before insert on audit when exists (select 1 from audit where user_id = new.user_id and account_id = new.account_id and place = new.place) begin select raise(abort, 'An audit is only added to.'); end",
];
