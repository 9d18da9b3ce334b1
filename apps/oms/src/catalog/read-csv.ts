import type { CatalogLine } from "@trading-oms/brokerage";
import { type CsvError, parse } from "csv-parse";
import { FileFault } from "./file-fault.ts";
import { judgeColumns } from "./judge-columns.ts";
import { readInstrumentRow } from "./read-instrument-row.ts";

/** Reads a catalog as CSV, whose first row names the columns, in any order. */
export async function* readCsv(blocks: AsyncIterable<Buffer>): AsyncGenerator<CatalogLine> {
  let names: readonly string[] | undefined;
  for await (const { line, cells } of readRows(blocks)) {
    if (cells.length === 1 && cells[0] === "") continue;
    if (names !== undefined) {
      yield* readCells(line, names, cells);
      continue;
    }
    names = cells.map((cell) => cell.trim());
    const faults = judgeColumns(names);
    yield* faults.map((fault) => ({ line, fault }));
    if (faults.length > 0) return;
  }
  if (names === undefined)
    throw new FileFault(1, "the file is empty: write a row with the names of the columns.");
}

/** A quote that is not closed would otherwise take the rest of the file into memory. */
const rowLengthMax = 128_000;

type CsvRow = { readonly line: number; readonly cells: readonly string[] };

function readCells(line: number, names: readonly string[], cells: CsvRow["cells"]): readonly CatalogLine[] {
  if (cells.length !== names.length) {
    return [{ line, fault: `the row has ${cells.length} cells: write ${names.length}, as many as columns.` }];
  }
  return readInstrumentRow(line, new Map(names.map((name, index) => [name, cells[index] ?? ""])));
}

/** The parser is fed by hand, so that each row that it found is given before a fault behind it. */
async function* readRows(blocks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const rows: CsvRow[] = [];
  let lineEnded = 0;
  const parser = parse({
    relax_column_count: true,
    max_record_size: rowLengthMax,
    on_record: (cells: string[], { lines }) => {
      rows.push({ line: lineEnded + 1, cells });
      lineEnded = lines;
      return null;
    },
  });
  // What goes wrong is handed to whoever wrote.
  parser.on("error", () => {});
  for await (const block of blocks) {
    const failure = await new Promise<Error | null | undefined>((settle) => parser.write(block, settle));
    yield* rows.splice(0);
    if (failure) throw explain(failure, lineEnded + 1);
  }
  const failure = await new Promise<Error | null | undefined>((settle) => parser.end(settle));
  yield* rows;
  if (failure) throw explain(failure, lineEnded + 1);
}

/** A quote that is not closed swallows lines, so that only the line where its row begins helps to find it. */
function explain(failure: Error, line: number): Error {
  const { code } = failure as CsvError;
  switch (code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return new FileFault(line, "a quote that opens in this row is not closed: close it, or leave it out.");
    case "CSV_MAX_RECORD_SIZE":
      return new FileFault(
        line,
        "the row is longer than 128,000 characters: look for a quote that is not closed.",
      );
    case "CSV_INVALID_CLOSING_QUOTE":
      return new FileFault(
        line,
        "a quote stands before the end of its cell: close it there, or write it twice.",
      );
    case "INVALID_OPENING_QUOTE":
      return new FileFault(
        line,
        "a quote stands in the middle of a cell: quote all of it, and write it twice.",
      );
    default:
      return failure;
  }
}
