import type { CatalogDraft, CatalogEntry } from "@trading-oms/brokerage/ports";
import { draftGone } from "../draft-gone.ts";
import type { Row } from "../read-row.ts";
import { catalogStatements } from "./catalog-statements.ts";
import type { RowsStatement } from "./statement.ts";

/** What writing a catalog takes: ways to write and to ask, a clock, a pause, and somebody who sees to what is left. */
export type CatalogWorld = {
  readonly run: (statements: readonly RowsStatement[]) => Promise<void>;
  readonly addEntries: (generation: number, entries: readonly CatalogEntry[]) => Promise<void>;
  readonly listGenerationsToSweep: () => Promise<readonly number[]>;
  readonly hasEntries: (generation: number) => Promise<boolean>;
  /** The row of a generation. */
  readonly find: (generation: number) => Promise<Row | undefined>;
  /** Throws where a restore keeps everybody from publishing. */
  readonly judgeMark: () => Promise<void>;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Has work done that nobody needs to wait for; a failure of it is nobody's either. */
  readonly leaveBehind: (work: () => Promise<void>) => Promise<void>;
};

/** So few at once that nobody waits long for the write lock. */
const entriesInChunkMax = 1_000;

/** A draft that nobody has touched for so long was left behind by a process that ended. */
const abandonedAfterMs = 60_000;

/** Begins a catalog beside the one in force, after sweeping away what others left behind. */
export async function draftCatalog(world: CatalogWorld, generation: number): Promise<CatalogDraft> {
  await sweep(world);
  await world.run(catalogStatements.begin(generation, world.now()));
  return {
    add: async (entries) => {
      for (let start = 0; start < entries.length; start += entriesInChunkMax) {
        const chunk = entries.slice(start, start + entriesInChunkMax);
        await inTurns(world, () => world.addEntries(generation, chunk)).catch((failure: unknown) =>
          explain(world, generation, failure),
        );
      }
    },
    publish: async (atMs) => {
      await world.run(catalogStatements.publish(generation, atMs)).catch(async (failure: unknown) => {
        await world.judgeMark();
        await explain(world, generation, failure, "current");
      });
      // The catalog is in force now; what can't be swept away today is swept by the next import.
      await world.leaveBehind(() => sweep(world));
    },
    abandon: async () => {
      await world.run(catalogStatements.abandon(generation));
      await world.leaveBehind(() => sweep(world));
    },
  };
}

/** After a failure, what is there now says why, or that it was done and its answer lost; the text of an error does not. */
async function explain(
  world: CatalogWorld,
  generation: number,
  failure: unknown,
  done?: "current",
): Promise<void> {
  const state = (await world.find(generation))?.["state"];
  if (state !== undefined && state === done) return;
  throw state === "draft" ? failure : draftGone(failure);
}

async function sweep(world: CatalogWorld): Promise<void> {
  // A draft is given up first, so that whoever wakes up and goes on with it is told, and never swept what is in force.
  await world.run(catalogStatements.giveUp(world.now() - abandonedAfterMs));
  for (const generation of await world.listGenerationsToSweep()) {
    while (await world.hasEntries(generation)) {
      await inTurns(world, () => world.run(catalogStatements.sweep(generation, entriesInChunkMax)));
    }
    await world.run(catalogStatements.forget(generation));
  }
}

/** Whoever waits for the lock only looks now and then, so it is left free for as long as it was held. */
async function inTurns(world: CatalogWorld, work: () => Promise<void>): Promise<void> {
  const beganMs = world.now();
  await work();
  await world.wait(world.now() - beganMs);
}
