import type { CatalogDraft } from "@trading-oms/brokerage/ports";
import { numberOf } from "../read-row.ts";
import type { WorkBehind } from "../work-behind.ts";
import { catalogStatements } from "./catalog-statements.ts";
import { draftCatalog } from "./draft-catalog.ts";
import { queries } from "./queries.ts";
import { rest } from "./rest.ts";
import type { SqliteReader } from "./sqlite-reader.ts";
import type { RowsStatement } from "./statement.ts";

/** What of a store on SQLite a catalog is written by. */
export type SqliteCatalogWorld = Pick<WorkBehind, "begin"> & {
  readonly reader: SqliteReader;
  readonly run: (statements: readonly RowsStatement[]) => Promise<void>;
  /** Throws where a restore keeps everybody from publishing. */
  readonly judgeMark: () => void;
};

/** Begins a catalog beside the one in force; what is to be swept is swept behind it. */
export function draftSqliteCatalog(
  { reader, run, judgeMark, begin }: SqliteCatalogWorld,
  generation: number,
): Promise<CatalogDraft> {
  return draftCatalog(
    {
      run,
      addEntries: (each, entries) => run(catalogStatements.add(each, entries, Date.now())),
      listGenerationsToSweep: async () =>
        reader.all(queries.generationsToSweep).map((row) => numberOf(row, "generation")),
      hasEntries: async (each) => reader.get(queries.anyOfGeneration, each) !== undefined,
      find: async (each) => reader.get(queries.generation, each),
      judgeMark: async () => judgeMark(),
      now: () => Date.now(),
      wait: rest,
      leaveBehind: async (work) => begin(work),
    },
    generation,
  );
}
