import type { CatalogDraft } from "@trading-oms/brokerage/ports";
import { draftGone } from "../draft-gone.ts";
import { numberOf } from "../read-row.ts";
import { explainRestore } from "./explain-restore.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { catalogQueries } from "./queries.ts";

const entriesInChunkMax = 2_000;

/** A draft that nobody has touched for so long was left behind by a process that ended. */
const abandonedAfterMs = 60_000;

/** Begins a catalog beside the one in force, after sweeping away what others left behind. */
export async function draftPostgresqlCatalog(
  client: PostgresqlClient,
  leaveBehind: (work: () => Promise<void>) => void,
): Promise<CatalogDraft> {
  const generation = Date.now() * 1_000 + Math.floor(Math.random() * 1_000);
  const run = async (text: string, ...values: unknown[]): Promise<number> =>
    (await client.query({ text, values })).rowCount ?? 0;
  await sweep();
  await run(catalogQueries.begin, generation, Date.now());
  return {
    add: async (entries) => {
      for (let start = 0; start < entries.length; start += entriesInChunkMax) {
        const chunk = entries.slice(start, start + entriesInChunkMax);
        const symbols = chunk.map(({ symbol }) => symbol);
        const details = chunk.map((entry) => entry.details);
        const count = await run(catalogQueries.add, generation, Date.now(), symbols, details);
        if (count !== chunk.length) throw draftGone();
      }
    },
    publish: async (atMs) => {
      const count = await run(catalogQueries.publish, generation, atMs).catch(async (failure: unknown) => {
        // It may have been done, and its answer lost.
        if ((await readState()) === "current") return 1;
        throw failure;
      });
      if (count !== 1) throw (await readState()) === "draft" ? explainRestore() : draftGone();
      // The catalog is in force now; what can't be swept away today is swept by the next import.
      leaveBehind(sweep);
    },
    abandon: async () => {
      await run(catalogQueries.abandon, generation);
      leaveBehind(sweep);
    },
  };

  async function readState(): Promise<unknown> {
    const { rows } = await client.query({ text: catalogQueries.state, values: [generation] });
    return rows[0]?.["state"];
  }

  async function sweep(): Promise<void> {
    // A draft is given up first, so that whoever wakes up and goes on with it is told, and never swept what is in force.
    await run(catalogQueries.giveUp, Date.now() - abandonedAfterMs);
    const { rows } = await client.query({ text: catalogQueries.toSweep });
    for (const old of rows.map((row) => numberOf(row, "generation"))) {
      while ((await run(catalogQueries.sweep, old, entriesInChunkMax)) > 0);
      await run(catalogQueries.forget, old);
    }
  }
}
