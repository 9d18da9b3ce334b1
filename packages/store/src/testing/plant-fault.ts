import { backupTables } from "../sql/backup.ts";

/** What is in no backup, and written all the same. */
const tablesOfRota = ["watcher", "lease"];

/** Takes a planted fault away again. */
export const pullFault = "drop function if exists fail_in_turn cascade; drop sequence if exists write_count";

/** A change is one statement that writes many rows; a trigger on each table has the n-th row fail, once. */
export function plantFault(failAt: number): string {
  const triggers = [...Object.keys(backupTables), ...tablesOfRota].map(
    (table) => `create or replace trigger planted_fault before insert or update or delete on "${table}"
      for each row execute function fail_in_turn();`,
  );
  return `
    drop sequence if exists write_count;
    create sequence write_count;
    create or replace function fail_in_turn() returns trigger language plpgsql as $$
    begin
      if nextval('write_count') = ${failAt} then raise exception 'This write was made to fail.'; end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$;
    ${triggers.join("\n")}`;
}
