import type { CatalogDraft, CatalogEntry } from "@trading-oms/brokerage/ports";
import { draftGone } from "../store-fault.ts";
import { numberOf, type Row } from "./rows.ts";

/** What a catalog is written with on every engine; places are written as SQLite does. */
const texts = {
  begin: "insert into catalog_generation values (?1, 'draft', ?2)",
  abandon: "update catalog_generation set state = 'old' where generation = ?1 and state = 'draft'",
  giveUp: "update catalog_generation set state = 'old' where state = 'draft' and touched_at < ?1",
  state: "select state from catalog_generation where generation = ?1",
  toSweep: "select generation from catalog_generation where state = 'old'",
  anyLeft: "select 1 from instrument where generation = ?1 limit 1",
  sweep: `delete from instrument where generation = ?1 and symbol in
    (select symbol from instrument where generation = ?1 order by symbol limit ?2)`,
  forget: "delete from catalog_generation where generation = ?1 and state = 'old'",
} as const;

/** What an engine brings to the writing of catalogs. */
export type CatalogDatabase = {
  readonly read: (text: string, ...values: readonly number[]) => Promise<readonly Row[]>;
  readonly write: (text: string, ...values: readonly number[]) => Promise<void>;
  /** Adds entries to a draft; fails where it is none any more. */
  readonly add: (generation: number, entries: readonly CatalogEntry[]) => Promise<void>;
  /** Puts a draft in force; fails where it is none any more, and as `unfinished-restore` during a restore. */
  readonly publish: (generation: number, atMs: number) => Promise<void>;
  /** Leaves the write lock to others for a while. */
  readonly rest: (milliseconds: number) => Promise<void>;
  /** Has work done that nobody needs to wait for. */
  readonly leaveBehind: (work: () => Promise<void>) => void | Promise<void>;
};

/** So few at once that nobody waits long for the write lock. */
const entriesInChunkMax = 1_000;

/** A draft that nobody has touched for so long was left behind by a process that ended. */
const abandonedAfterMs = 60_000;

/** Begins a catalog beside the one in force, after sweeping away what others left behind. */
export async function draftCatalog(database: CatalogDatabase): Promise<CatalogDraft> {
  const generation = Date.now() * 1_000 + Math.floor(Math.random() * 1_000);
  await sweep(database);
  await database.write(texts.begin, generation, Date.now());
  return {
    add: async (entries) => {
      for (let start = 0; start < entries.length; start += entriesInChunkMax) {
        const chunk = entries.slice(start, start + entriesInChunkMax);
        await inTurns(database, () => database.add(generation, chunk)).catch(explain);
      }
    },
    publish: async (atMs) => {
      await database.publish(generation, atMs).catch((failure: unknown) => explain(failure, "current"));
      // The catalog is in force now; what can't be swept away today is swept by the next import.
      await database.leaveBehind(() => sweep(database));
    },
    abandon: async () => {
      await database.write(texts.abandon, generation);
      await database.leaveBehind(() => sweep(database));
    },
  };

  /** After a failure, what is there now says why, or that it was done and its answer lost; the text of an error does not. */
  async function explain(failure: unknown, done?: "current"): Promise<void> {
    const [row] = await database.read(texts.state, generation);
    const state = row?.["state"];
    if (state !== undefined && state === done) return;
    throw state === "draft" ? failure : draftGone(failure);
  }
}

async function sweep(database: CatalogDatabase): Promise<void> {
  // A draft is given up first, so that whoever goes on with it is told, and what is in force is never swept.
  await database.write(texts.giveUp, Date.now() - abandonedAfterMs);
  for (const row of await database.read(texts.toSweep)) {
    const generation = numberOf(row, "generation");
    while ((await database.read(texts.anyLeft, generation)).length > 0) {
      await inTurns(database, () => database.write(texts.sweep, generation, entriesInChunkMax));
    }
    await database.write(texts.forget, generation);
  }
}

/** Those who wait for the lock only look now and then, so it is left free for as long as it was held. */
async function inTurns({ rest }: CatalogDatabase, work: () => Promise<void>): Promise<void> {
  const beganMs = performance.now();
  await work();
  await rest(performance.now() - beganMs);
}
