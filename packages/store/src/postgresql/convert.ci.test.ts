import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { expectConverted } from "../suite/converted.ts";
import { makeChange } from "../testing/make-change.ts";
import { rowsOfSchema9, schema9Of } from "../testing/rows-of-schema-9.ts";
import { connectPostgresql } from "./client.ts";
import { convertPostgresql } from "./convert.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

type Run = Parameters<Parameters<typeof withDatabase>[0]>[1];

async function makeDatabase(run: Run): Promise<void> {
  await run(schema9Of("postgresql"));
  for (const statement of rowsOfSchema9) await run(statement);
}

const shapeText = `select table_name, column_name as name, data_type, is_nullable, column_default as detail
    from information_schema.columns where table_schema = current_schema()
  union all select conrelid::regclass::text, conname, '', '', pg_get_constraintdef(oid)
    from pg_constraint where connamespace = current_schema()::regnamespace
  union all select tablename, indexname, '', '', indexdef from pg_indexes where schemaname = current_schema()
  union all select tgrelid::regclass::text, tgname, '', '', '' from pg_trigger where not tgisinternal
  order by table_name, name, detail`;

test("a database of schema 9 is converted, serves both versions until the end, and is then as a new one", async () => {
  await withDatabase(async (url, run) => {
    await makeDatabase(run);
    await expect(openPostgresqlStore({ url })).rejects.toMatchObject({ code: "older_version" });
    expect(await convertPostgresql({ url, isFinal: false, say: () => {} })).toBe("begun");
    const store = await openPostgresqlStore({ url });
    await expectConverted(store);
    expect(await convertPostgresql({ url, isFinal: true, say: () => {} })).toBe("done");
    // On the same connections, with the statements that they have prepared.
    await expectConverted(store);
    await store.close();
    const shape = await run(shapeText);
    await withDatabase(async (freshUrl, runFresh) => {
      await (await openPostgresqlStore({ url: freshUrl })).close();
      expect(shape).toEqual(await runFresh(shapeText));
    });
  });
});

test("a server of schema 9 reads on by statements that it has prepared", async () => {
  await withDatabase(async (url, run) => {
    await makeDatabase(run);
    const old = connectPostgresql({ url, connectionCountMax: 2 });
    // The statements of schema 9 that read every column.
    const texts = [
      "mark where symbol = any($1)",
      "quote where symbol = any($1)",
      "rates where name = any($1)",
    ];
    const read = async () => {
      const results = texts.map((text) =>
        old.query({ name: text, text: `select * from ${text}`, values: [["FPT"]] }),
      );
      return (await Promise.all(results)).map(({ rowCount }) => rowCount);
    };
    expect(await read()).toEqual([1, 1, 1]);
    await convertPostgresql({ url, isFinal: false, say: () => {} });
    expect(await read()).toEqual([1, 1, 1]);
    await old.close();
  });
});

test("what a server of either version writes in between, the other reads", async () => {
  await withDatabase(async (url, run) => {
    await makeDatabase(run);
    await convertPostgresql({ url, isFinal: false, say: () => {} });
    const store = await openPostgresqlStore({ url });
    const key = { userId: "u-1", accountId: "A-1" };
    // As servers of schema 9 do.
    await run(
      "insert into trader (user_id, number, shard) values ('u-2', 9, 1) on conflict (user_id) do nothing",
    );
    await run("update trader set notification_count = notification_count + 1 where user_id = 'u-2'");
    await run(
      "insert into outcome (user_id, idempotency_key, fingerprint, outcome, at) values ('u-2', 'k', 'f', '{}', 5)",
    );
    await run(`insert into position values ('u-1', 'A-1', 'VNM', 1, 1, 1, 0, 0, 1, 1, '70 9 3 2')
      on conflict (user_id, account_id, symbol) do update set judged = excluded.judged`);
    await run(`insert into episode values ('u-1', 'A-1', 'HPG', 1, 1, 1, 0, 1, null)
      on conflict (user_id, account_id, symbol) do update set is_force_close_told = excluded.is_force_close_told`);
    await run(`insert into mark (symbol, price, at, is_by_hand, version) values ('FPT', 5, 9, 1, 2), ('NEW', 5, 9, 2, 2)
      on conflict (symbol) do update set price = excluded.price, is_by_hand = excluded.is_by_hand`);
    await run("insert into quote (symbol, at, seq, snapshot, version) values ('HPG', 1, 1, '{}', 2)");
    const [quote] = await store.readQuotes(["HPG"]);
    if (quote !== undefined) await store.saveQuotes([{ ...quote, atMs: 2, day: '{"d":1}' }], { nowMs: 5 });
    await run("update quote set at = 3, snapshot = '{\"s\":2}' where symbol = 'HPG'");
    expect(await store.readQuotes(["HPG"])).toMatchObject([{ atMs: 3, day: "{}" }]);
    const state = await store.readAccount(key);
    expect(state?.positions.find(({ symbol }) => symbol === "VNM")?.decisionPrice).toEqual({
      ...{ price: 70n, atMs: 9, seq: 3, isByHand: false, isPlayed: true },
    });
    expect(state?.episodes.find(({ symbol }) => symbol === "HPG")?.isForceCloseNotified).toBe(true);
    expect(await store.readMarks(["FPT", "NEW"])).toMatchObject([{ isByHand: true }, { isPlayed: true }]);
    expect(await store.readOutcome("u-2", "k")).toMatchObject({ answer: "{}" });
    // As servers of this version do.
    const [fpt] = state?.positions ?? [];
    const [episode] = state?.episodes ?? [];
    const decisionPrice = { price: 81n, atMs: 20, seq: 4, isByHand: true };
    const change = makeChange("u-1", "A-1", {
      expectedVersion: 3,
      atMs: 20,
      positions: fpt
        ? [
            { ...fpt, decisionPrice },
            { ...fpt, symbol: "MWG", decisionPrice },
          ]
        : [],
      episodes: episode ? [{ ...episode, isForceCloseNotified: false }] : [],
      outcome: { idempotencyKey: "k-2", fingerprint: "f", answer: "{}" },
    });
    expect(await store.commit(change)).toBe("committed");
    await store.setMarks([{ symbol: "VCB", price: 6n, atMs: 9_000, isByHand: true }], { nowMs: 9_000 });
    expect(await run("select symbol, judged from position where judged like '81 %' order by symbol")).toEqual(
      [
        { symbol: "FPT", judged: "81 20 4 1" },
        { symbol: "MWG", judged: "81 20 4 1" },
      ],
    );
    expect(await run("select is_force_close_told as told from episode where symbol = 'FPT'")).toEqual([
      { told: 0 },
    ]);
    expect(await run("select is_by_hand as hand from mark where symbol = 'VCB'")).toEqual([{ hand: 1 }]);
    expect(await run("select outcome from outcome where idempotency_key = 'k-2'")).toEqual([
      { outcome: "{}" },
    ]);
    await store.close();
  });
});

test("an interrupted conversion is continued, whatever it was interrupted at", async () => {
  const parts: string[] = [];
  await withDatabase(async (url, run) => {
    await makeDatabase(run);
    await convertPostgresql({ url, isFinal: true, say: (what) => parts.push(what) });
  });
  expect(parts.length).toBeGreaterThan(12);
  for (const failAt of parts.keys()) {
    await withDatabase(async (url, run) => {
      await makeDatabase(run);
      let count = 0;
      const fail = (): void => {
        count += 1;
        if (count > failAt) throw new Error("killed");
      };
      await expect(convertPostgresql({ url, isFinal: true, say: fail })).rejects.toThrow("killed");
      expect(await convertPostgresql({ url, isFinal: true, say: () => {} })).toBe("done");
      const store = await openPostgresqlStore({ url });
      await expectConverted(store);
      await store.close();
    });
  }
});

test("a new or current database is left alone", async () => {
  await withDatabase(async (url) => {
    expect(await convertPostgresql({ url, isFinal: false, say: () => {} })).toBe("empty");
    await (await openPostgresqlStore({ url })).close();
    expect(await convertPostgresql({ url, isFinal: true, say: () => {} })).toBe("done");
  });
});
