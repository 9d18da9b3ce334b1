import type { CatalogDraft } from "@trading-oms/brokerage/ports";
import { numberOf } from "../read-row.ts";
import { catalogStatements } from "../sqlite/catalog-statements.ts";
import { draftCatalog } from "../sqlite/draft-catalog.ts";
import { judgeMark } from "../sqlite/judge-restore.ts";
import { queries } from "../sqlite/queries.ts";
import { restoreStatements } from "../sqlite/restore-statements.ts";
import type { D1Binding } from "./d1-binding.ts";
import { d1Place } from "./d1-place.ts";
import { insertRows } from "./insert-rows.ts";
import { runStatement, runStatements, spreadStatements } from "./run-statements.ts";

/** Begins a catalog beside the one in force; its entries go in as JSON, a chunk a batch. */
export function draftD1Catalog(
  binding: D1Binding,
  generation: number,
  now: () => number,
): Promise<CatalogDraft> {
  return draftCatalog(
    {
      run: async (statements) => {
        await runStatements(binding, spreadStatements(statements));
      },
      addEntries: async (each, entries) => {
        const rows = entries.map(({ symbol, details }) => [each, symbol, details]);
        await runStatements(binding, [
          // Without entries, these are the statements that hold on to the draft.
          ...spreadStatements(catalogStatements.add(each, [], now())),
          ...insertRows("insert", "instrument", rows),
        ]);
      },
      listGenerationsToSweep: async () => {
        const rows = await runStatement(binding, queries.generationsToSweep);
        return rows.map((row) => numberOf(row, "generation"));
      },
      hasEntries: async (each) => (await runStatement(binding, queries.anyOfGeneration, each)).length > 0,
      find: async (each) => (await runStatement(binding, queries.generation, each))[0],
      judgeMark: async () => {
        const [found] = await runStatement(binding, restoreStatements.look);
        if (found !== undefined) judgeMark(found, d1Place);
      },
      now,
      // D1 serves whoever waits in turn, so nobody has to be given a pause.
      wait: async () => {},
      // On Workers, what is left behind ends with its request; it is waited for, while there is somebody who waits.
      leaveBehind: (work) => work().catch(() => {}),
    },
    generation,
  );
}
