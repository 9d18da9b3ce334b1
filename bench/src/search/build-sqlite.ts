import { DatabaseSync } from "node:sqlite";
import { typePlainly } from "./make-search-queries.ts";
import type { BuiltSearch, Searched } from "./search-contender.ts";

/** FTS5 of SQLite with trigrams, in memory; the order is ours, written in SQL. It knows no typing errors. */
export function buildSqlite(instruments: readonly Searched[]): BuiltSearch {
  const database = new DatabaseSync(":memory:");
  database.exec(`
    create virtual table instrument using fts5(symbol, ticker, name, value unindexed, tokenize = 'trigram')`);
  const insert = database.prepare("insert into instrument values (?, ?, ?, ?)");
  database.exec("begin");
  for (const { symbol, tickerCode, plainName, tradedValue } of instruments) {
    insert.run(symbol, tickerCode, plainName, tradedValue);
  }
  database.exec("commit");
  const order = `
    order by case when symbol = :term collate nocase then 0 when ticker = :term collate nocase then 1
      when symbol like :prefix escape '\\' then 2 when ' ' || name like :word escape '\\' then 3 else 4 end,
      cast(value as integer) desc, symbol limit 50`;
  const byTrigrams = database.prepare(`select symbol from instrument where instrument match :match ${order}`);
  // Less than three characters have no trigram.
  const byReading = database.prepare(`
    select symbol from instrument
    where symbol like :anywhere escape '\\' or ticker like :anywhere escape '\\' or name like :anywhere escape '\\'
    ${order}`);
  const pages = database.prepare("pragma page_count").get()?.["page_count"];
  return {
    byteCount: Number(pages) * 4_096,
    search: (typed) => {
      const term = typePlainly(typed);
      const literal = term.replaceAll(/[\\%_]/g, "\\$&");
      const shared = { term, prefix: `${literal}%`, word: `% ${literal}%` };
      const match = term
        .split(" ")
        .map((word) => `"${word.replaceAll('"', '""')}"`)
        .join(" ");
      const isShort = term.split(" ").some((word) => word.length < 3);
      const rows = isShort
        ? byReading.all({ ...shared, anywhere: `%${literal}%` })
        : byTrigrams.all({ ...shared, match });
      return rows.map(({ symbol }) => String(symbol));
    },
    close: () => database.close(),
  };
}
