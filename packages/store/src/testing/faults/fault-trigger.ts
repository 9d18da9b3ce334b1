import { tables } from "../../sql/tables.ts";

/** Removes the triggers of `addFaults`. */
export const removeFaults =
  "drop function if exists fail_in_turn cascade; drop sequence if exists write_count";

/** Adds a trigger to every table that fails the n-th written row, once. Needed because a change is one statement. */
export function addFaults(failAt: number): string {
  const triggers = tables.map(
    ({ name }) => `create or replace trigger planted_fault before insert or update or delete on "${name}"
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
