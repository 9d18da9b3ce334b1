import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Change, Store } from "@trading-oms/brokerage/ports";
import { withDatabase } from "@trading-oms/scratch";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import pg from "pg";
import { type BenchOptions, type Figure, format, type Measured } from "./figures.ts";
import { timeInTurn, withFolder } from "./harness.ts";

const rowCount = 1_000_000;
const farOffset = 90_000;

/** Reads early and late pages of a user with a million notifications, on both engines. */
export async function benchNotifications({ isShort }: BenchOptions): Promise<Measured> {
  const extent = isShort ? { rounds: 3, timeMs: 100 } : { rounds: 9, timeMs: 500 };
  const sqlite = await withFolder(async (folder) => {
    const path = join(folder, "pages.sqlite");
    const store = await openSqliteStore({ path });
    await openTrader(store);
    const database = new DatabaseSync(path);
    database.exec("pragma synchronous = off");
    database.exec(fillStatements(sqliteSeries));
    database.close();
    const measured = await measurePages("SQLite", store, extent);
    await store.close();
    return measured;
  });
  const postgresql = await withDatabase(async (url) => {
    const store = await openPostgresqlStore({ url });
    await openTrader(store);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(fillStatements(`generate_series(1, ${rowCount}) as series (n)`));
    await client.query("vacuum analyze notification");
    await client.end();
    const measured = await measurePages("PostgreSQL", store, extent);
    await store.close();
    return measured;
  });
  const bars = [...sqlite.bars, ...postgresql.bars];
  const title = "A page of 50 notifications of 1,000,000, p50";
  return {
    figures: [sqlite.figure, postgresql.figure],
    charts: [{ name: "pages", title, unit: "µs", bars }],
  };
}

async function measurePages(
  engine: string,
  store: Store,
  extent: { readonly rounds: number; readonly timeMs: number },
) {
  const readPage = async (offset: number): Promise<void> => {
    const { length } = await store.listNotifications("user-0", { limit: 50, offset });
    if (length !== 50) throw new Error(`The page at ${offset} has ${length} rows.`);
  };
  const timings = await timeInTurn({ first: () => readPage(0), far: () => readPage(farOffset) }, extent);
  const [first, far] = ["first", "far"].map((name) => (timings[name]?.p50 ?? Number.NaN) * 1_000);
  if (first === undefined || far === undefined) throw new Error("No page was timed.");
  const at = farOffset.toLocaleString("en");
  const figure: Figure = {
    what: `${engine}: the page at ${at} beside the first`,
    value: far / first,
    unit: "×",
    atMost: 1.2,
    beside: `far ${format(far, "µs")}, first ${format(first, "µs")}`,
  };
  const bars = [
    { label: `${engine}, first page`, value: first },
    { label: `${engine}, at ${at}`, value: far, isOurs: true },
  ];
  return { figure, bars };
}

/** Opens the account whose notifications are written. */
async function openTrader(store: Pick<Store, "commit">): Promise<void> {
  const change: Change = {
    key: { userId: "user-0", accountId: "account-0" },
    expectedVersion: 0,
    shard: 0,
    atMs: 0,
    equityVnd: 80_000_000n,
    positions: [],
    closedSymbols: [],
    episodes: [],
    audits: [],
    notifications: [],
  };
  const outcome = await store.commit(change);
  if (outcome !== "committed") throw new Error(`The account was not opened: ${outcome}.`);
}

/** The data of a notification, as a margin call writes it. */
const data = JSON.stringify({
  accountId: "account-0",
  symbol: "FPT",
  amountVnd: "2000000",
  note: "x".repeat(400),
});

const sqliteSeries = `(with recursive series (n) as (select 1 union all select n + 1 from series where n < ${rowCount})
  select n from series) as series`;

function fillStatements(series: string): string {
  return `insert into notification
      (user_id, n, id, account_id, type, topic, message_id, data, is_read, created_at, updated_at)
    select 'user-0', n, 4194304 + n, 'account-0', 'MarginCall', 'accounts/account-0/risk', 'MarginCall/account-0/' || n,
      '${data}', 0, n, n from ${series};
    update app_user set notification_count = ${rowCount}, unread_count = ${rowCount} where user_id = 'user-0';`;
}
