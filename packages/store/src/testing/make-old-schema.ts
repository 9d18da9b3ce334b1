import type { BackupRow, Store } from "@trading-oms/brokerage/ports";
import { expect } from "vitest";
import { makeAudit, makeChange, makeEpisode } from "./make-change.ts";
import { makeMark } from "./make-mark.ts";
import { makeQuote } from "./make-quote.ts";

/** A schema of before, with a row in each of its tables. */
export type OldSchema = {
  readonly name: string;
  /** How many steps it had. */
  readonly step: number;
  readonly rows: readonly BackupRow[];
  /** The statements that write them, on every engine, where that schema was made. */
  readonly inserts: readonly string[];
  /** What `readRows` finds of them under the schema of today. */
  readonly rowsSince: readonly string[];
  /** Uses all that has come since on the account that was there. */
  readonly goOn: (store: Store) => Promise<void>;
};

type Counts = {
  readonly auditCount: number;
  readonly marksVersion: number;
  readonly holidaysVersion: number;
};

/** What positions have since the fifth schema. */
const unjudged = { judged: null };

/** Makes an old schema of its rows and what has become of them. */
export function makeOldSchema({
  name,
  step,
  rows,
  rowsSince,
  ...counts
}: Pick<OldSchema, "name" | "step" | "rows"> & {
  readonly rowsSince: readonly BackupRow[];
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
    rowsSince: rowsSince
      .map(
        ({ table, row }) =>
          `${table} ${JSON.stringify(table === "position" ? { ...row, ...unjudged } : row)}`,
      )
      .sort(),
    goOn: (store) => goOn(store, counts),
  };
}

async function goOn(store: Store, { auditCount, marksVersion, holidaysVersion }: Counts): Promise<void> {
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
