/** Imports the rows of a file: accounts, positions, movements of cash, rates or prices. */
import type { Services } from "../services.ts";
import { type CatalogFault, faultsToldMax } from "../settings/import-catalog.ts";
import { moveOnce, openOnce, planAccountRows, setOnce } from "./import-accounts.ts";
import { planPrices, planRates } from "./import-references.ts";
import type { FileOrigin, ImportedRows, LineWarning, RowAt, RowsPlan } from "./imported-rows.ts";

/** A row with its line, or the fault of that line. */
export type RowLine<Row> = Omit<RowAt<Row>, "place"> | { readonly line: number; readonly fault: string };

export type RowsFile<Kind extends keyof ImportedRows> = FileOrigin & {
  readonly kind: Kind;
  readonly lines: readonly RowLine<ImportedRows[Kind]>[];
  readonly onProgress?: ((doing: "Checking" | "Writing", count: number) => void) | undefined;
};

/** The result of an import. One that is refused wrote nothing, unless accounts were changed between checking and writing. */
export type RowsImport =
  | {
      readonly kind: "done";
      readonly count: number;
      /** How many rows an earlier import of the same file wrote. */
      readonly doneBeforeCount: number;
      /** The first ones, as many as faults would be told. */
      readonly warnings: readonly LineWarning[];
    }
  | {
      readonly kind: "refused";
      readonly faults: readonly CatalogFault[];
      readonly faultCount: number;
      readonly writtenCount: number;
    };

const rowsBetweenProgress = 1_000;

/**
 * Imports a file. All its rows are checked before the first is written. Each row is written once: a repeat of the same file
 * leaves out what was written, and so completes an import that was interrupted.
 */
export async function importRows<Kind extends keyof ImportedRows>(
  services: Services,
  file: RowsFile<Kind>,
): Promise<RowsImport> {
  const plan = await plans[file.kind](services, file);
  const { rows, faults, faultCount } = await check(plan, file);
  if (faultCount > 0) return { kind: "refused", faults, faultCount, writtenCount: 0 };
  let [count, doneBeforeCount] = [0, 0];
  for (let start = 0; start < rows.length; start += plan.rowsInChunk) {
    const end = Math.min(start + plan.rowsInChunk, rows.length);
    const written = await plan.write(rows.slice(start, end));
    count += written.count;
    doneBeforeCount += written.doneBeforeCount;
    file.onProgress?.("Writing", end);
    if (written.faults.length > 0) {
      const told = written.faults.slice(0, faultsToldMax);
      return { kind: "refused", faults: told, faultCount: written.faults.length, writtenCount: count };
    }
  }
  return { kind: "done", count, doneBeforeCount, warnings: plan.warnings ?? [] };
}

const plans: {
  readonly [Kind in keyof ImportedRows]: (
    services: Services,
    origin: FileOrigin,
  ) => RowsPlan<ImportedRows[Kind]> | Promise<RowsPlan<ImportedRows[Kind]>>;
} = {
  accounts: (services, origin) => planAccountRows(services, origin, openOnce),
  positions: (services, origin) =>
    planAccountRows(services, origin, setOnce, ({ accountId, symbol }) => `${accountId} ${symbol}`),
  cash: (services, origin) => planAccountRows(services, origin, moveOnce),
  rates: planRates,
  prices: planPrices,
};

type Checked<Row> = {
  readonly rows: readonly RowAt<Row>[];
  readonly faults: readonly CatalogFault[];
  readonly faultCount: number;
};

async function check<Kind extends keyof ImportedRows>(
  plan: RowsPlan<ImportedRows[Kind]>,
  { lines, onProgress }: RowsFile<Kind>,
): Promise<Checked<ImportedRows[Kind]>> {
  const rows: RowAt<ImportedRows[Kind]>[] = [];
  const faults: CatalogFault[] = [];
  let faultCount = 0;
  const note = (found: CatalogFault): void => {
    faultCount += 1;
    if (faults.length < faultsToldMax) faults.push(found);
  };
  for (const [index, each] of lines.entries()) {
    if (index % rowsBetweenProgress === 0) onProgress?.("Checking", index);
    if ("fault" in each) {
      note(each);
      continue;
    }
    const at = { ...each, place: index + 1 };
    rows.push(at);
    const fault = await plan.check(at, faults.length < faultsToldMax);
    if (fault !== undefined) note({ line: each.line, fault });
  }
  const ofAll = faultCount === 0 ? await plan.checkAll?.() : undefined;
  if (ofAll !== undefined) note(ofAll);
  return { rows, faults, faultCount };
}
