import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { forPostgresql, queriesOf } from "../sql/reads.ts";
import { changesText } from "./accounts.ts";
import { connectPostgresql } from "./client.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

/** 100,000 accounts in 64 shards, each changed a second after the one before. */
const fillText = `insert into account (user_id, account_id, version, shard, equity_vnd, opened_at, changed_at)
  select 'u-' || n, 'a-' || n, 1, n % 64, 0, n * 1000, n * 1000 from generate_series(1, 100000) as n;
  insert into app_user (user_id, number, shard) select 'u-' || n, n, n % 64 from generate_series(1, 100000) as n;
  analyze account; analyze app_user`;
const everyShard = Array.from({ length: 64 }, (_, shard) => shard).join(",");

test.each([
  ["one shard from the beginning", "7", 0],
  ["every shard in the last seconds", everyShard, 99_900_000],
])(
  "finds the changes of %s by index among 100,000 accounts, with custom and generic plans",
  async (_what, shards, sinceMs) => {
    await withDatabase(async (url, run) => {
      await (await openPostgresqlStore({ url })).close();
      await run(fillText);
      const client = connectPostgresql({ url });
      await client.onConnection(async (query) => {
        await query({ text: `prepare changes as ${changesText}` });
        for (const mode of ["force_custom_plan", "force_generic_plan"]) {
          await query({ text: `set plan_cache_mode = ${mode}` });
          const { rows } = await query({
            text: `explain execute changes('{${shards}}', ${sinceMs}, '', '', 2000)`,
          });
          const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
          expect(plan).toContain("account_by_change");
          expect(plan).toMatch(/Index Cond: .*shard = wanted\.shard.*changed_at >= /);
          expect(plan).not.toContain("Seq Scan");
          await query({ text: "deallocate all" });
          await query({ text: `prepare poll as ${queriesOf(changesText, forPostgresql).poll}` });
          const polled = await query({
            text: `explain execute poll('{${shards}}', ${sinceMs}, '', '', 500, '{u-1,u-2}', '[["u-1","a-1"]]')`,
          });
          const steps = polled.rows.map((row) => row["QUERY PLAN"]).join("\n");
          expect(steps).toMatch(/Index Cond: .*shard = wanted\.shard.*changed_at >= /);
          expect(steps).not.toMatch(/Seq Scan on (?:account|app_user)/);
          await query({ text: `prepare changes as ${changesText}` });
        }
      });
      await client.close();
    });
  },
);
