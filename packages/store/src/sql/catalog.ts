import type { CatalogDraft, CatalogEntry, Store } from "@trading-oms/brokerage/ports";
import { draftGone } from "../store-fault.ts";
import { numberOf } from "./rows.ts";
import type { Row } from "./table.ts";

/** SQL that writes catalogs on every engine. Parameters are in SQLite's notation. */
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

/** The operations of an engine that catalog drafts need. */
export type CatalogDatabase = {
  readonly read: (text: string, ...values: readonly number[]) => Promise<readonly Row[]>;
  readonly write: (text: string, ...values: readonly number[]) => Promise<void>;
  /** Adds entries to a draft. Fails if it is no longer a draft. */
  readonly add: (generation: number, entries: readonly CatalogEntry[]) => Promise<void>;
  /** Commits a change. Fails if its draft is no longer a draft, and with `unfinished_restore` during a restore. */
  readonly commit: Store["commit"];
  /** Leaves the write lock free for a while, on an engine whose waiting connections poll for it. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** Runs work that the caller need not wait for. */
  readonly runInBackground: (work: () => Promise<void>) => void | Promise<void>;
};

/** Limits how long one chunk holds the write lock. */
const entriesInChunkMax = 1_000;

/** A draft that was idle for so long belongs to a process that ended. */
const abandonedAfterMs = 60_000;

/** Starts a draft beside the current catalog, after deleting old catalogs and abandoned drafts. */
export async function draftCatalog(database: CatalogDatabase): Promise<CatalogDraft> {
  const generation = Date.now() * 1_000 + Math.floor(Math.random() * 1_000);
  await sweep(database);
  await database.write(texts.begin, generation, Date.now());
  return {
    add: async (entries) => {
      for (let start = 0; start < entries.length; start += entriesInChunkMax) {
        const chunk = entries.slice(start, start + entriesInChunkMax);
        await withPause(database, () => database.add(generation, chunk)).catch(explain);
      }
    },
    publish: async (change) => {
      const outcome = await database
        .commit({ ...change, catalogGeneration: generation })
        .catch(async (failure: unknown) => {
          await explain(failure, "current");
          return "committed" as const;
        });
      // The catalog is current now. If this sweep fails, the next import sweeps.
      if (outcome === "committed") await database.runInBackground(() => sweep(database));
      return outcome;
    },
    abandon: async () => {
      await database.write(texts.abandon, generation);
      await database.runInBackground(() => sweep(database));
    },
  };

  /** Reads the state after a failure: the text of an error tells neither the reason nor whether only the answer was lost. */
  async function explain(failure: unknown, done?: "current"): Promise<void> {
    const [row] = await database.read(texts.state, generation);
    const state = row?.["state"];
    if (state !== undefined && state === done) return;
    throw state === "draft" ? failure : draftGone(failure);
  }
}

async function sweep(database: CatalogDatabase): Promise<void> {
  // Only generations in state `old` are deleted. A draft is marked `old` first, so that its owner's next write fails.
  await database.write(texts.giveUp, Date.now() - abandonedAfterMs);
  for (const row of await database.read(texts.toSweep)) {
    const generation = numberOf(row, "generation");
    while ((await database.read(texts.anyLeft, generation)).length > 0) {
      await withPause(database, () => database.write(texts.sweep, generation, entriesInChunkMax));
    }
    await database.write(texts.forget, generation);
  }
}

/** Leaves the lock free for as long as it was held. */
async function withPause({ pause }: CatalogDatabase, work: () => Promise<void>): Promise<void> {
  const beganMs = performance.now();
  await work();
  await pause?.(performance.now() - beganMs);
}
