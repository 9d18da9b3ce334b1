import { dropDatabase, makeDatabase } from "@trading-oms/scratch";
import pg from "pg";
import { typePlainly } from "./make-search-queries.ts";
import type { BuiltSearch, Searched } from "./search-contender.ts";

const chunkCount = 20_000;

/** The trigrams of PostgreSQL's pg_trgm, with similar words; the order is ours, written in SQL. */
export async function buildPostgresql(instruments: readonly Searched[]): Promise<BuiltSearch> {
  const url = await makeDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const close = async () => {
    await client.end();
    await dropDatabase(url);
  };
  try {
    await fill(client, instruments);
    const { rows } = await client.query("select pg_total_relation_size('instrument') as size");
    return { byteCount: Number(rows[0]?.size), search: (term) => find(client, typePlainly(term)), close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

async function fill(client: pg.Client, instruments: readonly Searched[]): Promise<void> {
  await client.query("create extension pg_trgm");
  await client.query(
    "create unlogged table instrument (symbol text, ticker text, name text, everything text, value bigint)",
  );
  for (let from = 0; from < instruments.length; from += chunkCount) {
    const rows = instruments.slice(from, from + chunkCount);
    await client.query(
      `insert into instrument select lower(s), lower(t), n, lower(s || ' ' || t) || ' ' || n, v
       from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as row (s, t, n, v)`,
      [
        rows.map(({ symbol }) => symbol),
        rows.map(({ tickerCode }) => tickerCode),
        rows.map(({ plainName }) => plainName),
        rows.map(({ tradedValue }) => tradedValue),
      ],
    );
  }
  await client.query("create index on instrument using gin (everything gin_trgm_ops)");
  await client.query("analyze instrument");
}

async function find(client: pg.Client, term: string): Promise<readonly string[]> {
  const literal = term.replaceAll(/[\\%_]/g, "\\$&");
  const { rows } = await client.query({
    name: "find",
    text: `select upper(symbol) as symbol from instrument where everything like $2 or $1 <% everything
      order by case when symbol = $1 then 0 when ticker = $1 then 1 when symbol like $3 then 2
        when ' ' || name like $4 then 3 when everything like $2 then 4 else 5 end,
        value desc, symbol limit 50`,
    values: [term, `%${literal}%`, `${literal}%`, `% ${literal}%`],
  });
  return rows.map(({ symbol }) => String(symbol));
}
