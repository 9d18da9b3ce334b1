import type { BackupRow, Store } from "@trading-oms/brokerage/ports";
import { expect } from "vitest";
import { makeAudit, makeChange, makeEpisode } from "../make-change.ts";
import { makeMark } from "../make-mark.ts";
import { makeQuote } from "../make-quote.ts";

/** An earlier schema with a row in each of its tables. */
export type OldSchema = {
  readonly name: string;
  /** The number of its migrations. */
  readonly step: number;
  readonly rows: readonly BackupRow[];
  /** The statements that insert the rows, on every engine. */
  readonly inserts: readonly string[];
  /** What `readRows` returns after the migration to the current schema. */
  readonly migratedRows: readonly string[];
  /** Uses everything that later schemas added, on the migrated account. */
  readonly useLaterFeatures: (store: Store) => Promise<void>;
};

type Counts = {
  readonly auditCount: number;
  readonly marksVersion: number;
  readonly holidaysVersion: number;
};

/** The column that the fifth schema added to positions. */
const unjudged = { judged: null };

/** Builds an old schema from its rows and the rows expected after the migration. */
export function makeOldSchema({
  name,
  step,
  rows,
  migratedRows,
  ...counts
}: Pick<OldSchema, "name" | "step" | "rows"> & {
  readonly migratedRows: readonly BackupRow[];
} & Counts): OldSchema {
  return {
    name,
    step,
    rows,
    inserts: [
      ...["number_block", "change_counter", "catalog_head"].map((table) => `delete from ${table}`),
      ...rows.map(
        ({ table, row }) =>
          `insert into ${table} (${Object.keys(row).join(", ")}) values (${Object.values(row).map(literalOf).join(", ")})`,
      ),
    ],
    migratedRows: migratedRows
      .map(
        ({ table, row }) =>
          `${table} ${JSON.stringify(table === "position" ? { ...row, ...unjudged } : row)}`,
      )
      .sort(),
    useLaterFeatures: (store) => useLaterFeatures(store, counts),
  };
}

async function useLaterFeatures(
  store: Store,
  { auditCount, marksVersion, holidaysVersion }: Counts,
): Promise<void> {
  const change = makeChange("u-1", "B-1", {
    expectedVersion: 3,
    episodes: [makeEpisode("FPT")],
    audits: [makeAudit("a")],
  });
  expect(await store.commit(change)).toBe("committed");
  expect(await store.readAccount(change.key)).toMatchObject({
    account: { version: 4, auditCount: auditCount + 1, auditHash: "a".repeat(64) },
    episodes: [makeEpisode("FPT")],
  });
  const followed = await store.listMarksSince({ version: 0, limit: 9 });
  expect(followed).toEqual(await store.listMarks({ limit: 9 }));
  expect(followed.every(({ isByHand }) => isByHand)).toBe(true);
  const mark = makeMark("FPT", 80_000_000n, 3_000);
  await store.setMarks([mark]);
  expect(await store.listMarksSince({ version: marksVersion, limit: 9 })).toEqual([mark]);
  await store.setHolidays(["2025-09-02"]);
  expect(await store.listHolidays()).toEqual(["2025-09-02"]);
  const quote = makeQuote("FPT", 3_000);
  await store.saveQuotes([quote]);
  expect(await store.listQuotesSince({ version: 0, limit: 9 })).toEqual([quote]);
  expect(await store.readVersions()).toEqual({
    catalog: 3,
    rates: 2,
    marks: marksVersion + 1,
    holidays: holidaysVersion + 1,
    quotes: 1,
  });
  const claim = { holder: "w-1", shards: [7], atMs: 1_000, untilMs: 2_000 };
  expect((await store.claimShards(claim)).leases).toEqual([
    { shard: 7, holder: "w-1", fencing: 1, untilMs: 2_000 },
  ]);
}

function literalOf(value: unknown): string {
  return typeof value === "string" ? `'${value}'` : String(value);
}
