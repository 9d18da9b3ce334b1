import type { Store } from "@trading-oms/brokerage/ports";
import { dropDatabase, makeDatabase, runSql } from "@trading-oms/scratch-database";
import { describeStore } from "../store.suite.ts";
import type { StoreHarness } from "../testing/store-harness.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

function makeHarness(): StoreHarness {
  const opened: Store[] = [];
  const databases: string[] = [];
  const openLast = async (): Promise<Store> => {
    const store = await openPostgresqlStore({ url: databases.at(-1) ?? "" });
    opened.push(store);
    return store;
  };
  return {
    open: async () => {
      databases.push(await makeDatabase());
      return openLast();
    },
    openBeside: openLast,
    openFaulty: async (failAt) => {
      await runSql(databases.at(-1) ?? "", plantFault(failAt));
      return openLast();
    },
    clean: async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
      for (const url of databases.splice(0)) await dropDatabase(url);
    },
  };
}

/** A commit is one statement that writes many rows; a trigger on each table has the n-th of them fail. */
function plantFault(failAt: number): string {
  const tables = [
    "account",
    "account_owner",
    "trader",
    "outcome",
    "movement",
    "position",
    "notification",
    "rates",
    "change_counter",
    "catalog_generation",
    "catalog_head",
    "instrument",
  ];
  const triggers = tables.map(
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

describeStore("PostgreSQL", makeHarness());
