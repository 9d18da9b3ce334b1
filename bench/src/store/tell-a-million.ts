import { DatabaseSync } from "node:sqlite";
import { runSql } from "@trading-oms/scratch";

const count = 1_001_000;

/** As a row would be that a margin call left behind. */
const data = JSON.stringify({
  accountId: "account-0",
  symbol: "FPT",
  amountVnd: "2000000",
  note: "x".repeat(400),
});

/** Writes more than a million notifications of the user of the first account, by the database's own means. */
export async function tellAMillion(place: string): Promise<void> {
  if (place.startsWith("postgres")) {
    await runSql(place, statements("generate_series(1, {count}) as series (n)", "{count}"));
    await runSql(place, "vacuum analyze notification");
    return;
  }
  const database = new DatabaseSync(place);
  database.exec("pragma synchronous = off");
  database.exec(
    statements(
      "(with recursive series (n) as (select 1 union all select n + 1 from series where n < {count}) select n from series) as series",
      "{count}",
    ),
  );
  database.close();
}

function statements(series: string, place: string): string {
  return `insert into notification
      (user_id, n, id, account_id, type, topic, message_id, data, is_read, created_at, updated_at)
    select 'user-0', n, 4194304 + n, 'account-0', 'MarginCall', 'accounts/account-0/risk', 'MarginCall/account-0/' || n,
      '${data}', 0, n, n from ${series};
    update trader set notification_count = ${place} where user_id = 'user-0';`.replaceAll(
    "{count}",
    String(count),
  );
}
