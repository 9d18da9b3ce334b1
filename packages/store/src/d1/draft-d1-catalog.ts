import type { CatalogDraft } from "@trading-oms/brokerage/ports";
import { numberOf } from "../read-row.ts";
import { catalogStatements } from "../sqlite/catalog-statements.ts";
import { draftCatalog } from "../sqlite/draft-catalog.ts";
import { queries } from "../sqlite/queries.ts";
import type { D1Binding } from "./d1-binding.ts";
import { insertRows } from "./insert-rows.ts";
import { runStatement, runStatements, spreadStatements } from "./run-statements.ts";

const entriesInChunkMax = 1_000;

/** Begins a catalog beside the one in force; its entries go in as JSON, a chunk a batch. */
export async function draftD1Catalog(
  binding: D1Binding,
  generation: number,
  now: () => number,
): Promise<CatalogDraft> {
  const draft = await draftCatalog(
    {
      run: async (statements) => {
        await runStatements(binding, spreadStatements(statements));
      },
      listGenerationsToSweep: async () => {
        const rows = await runStatement(binding, queries.generationsToSweep);
        return rows.map((row) => numberOf(row, "generation"));
      },
      hasEntries: async (each) => (await runStatement(binding, queries.anyOfGeneration, each)).length > 0,
      now,
      // D1 serves whoever waits in turn, so nobody has to be given a pause.
      wait: async () => {},
    },
    generation,
  );
  return {
    ...draft,
    add: async (entries) => {
      for (let start = 0; start < entries.length; start += entriesInChunkMax) {
        const chunk = entries.slice(start, start + entriesInChunkMax);
        const rows = chunk.map(({ symbol, details }) => [generation, symbol, details]);
        await runStatements(binding, [
          // Without entries, these are the statements that hold on to the draft.
          ...spreadStatements(catalogStatements.add(generation, [], now())),
          ...insertRows("insert", "instrument", rows),
        ]);
      }
    },
  };
}
