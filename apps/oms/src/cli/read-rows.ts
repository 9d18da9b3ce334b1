/** Reads the rows of CSV and JSON files. */
import { parsePrice, readPrice, readWhole } from "@trading-oms/market";
import { type CsvError, parse } from "csv-parse";
import { FileFault, readLines, readUtf8 } from "./files.ts";
import type { RowFormat } from "./input-file.ts";
import { describePriceForm, parseRatio, parseSigned } from "./values.ts";

/** The type of a column: a text, several texts separated by `|`, a price of the row's symbol, a whole number, one with a sign, or a ratio. */
type ColumnKind = "text" | "texts" | "price" | "whole" | "signed" | "ratio";

/** The columns of a file by name. */
export type RowColumns = Readonly<
  Record<string, { readonly kind: ColumnKind; readonly isRequired: boolean }>
>;

/** The values of a row by column; of a price in thousandths, of a ratio in millionths. */
export type RowFields = Readonly<Record<string, ColumnValue>>;

type ColumnValue = string | readonly string[] | bigint;

/** A row with its line number, or the fault of that line. */
export type FieldsLine = { readonly line: number } & (
  | { readonly fields: RowFields }
  | { readonly fault: string }
);

/** Reads a file row by row. A fault that ends the reading is yielded as the last row. `thing` names a row in messages. */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  format: RowFormat,
  columns: RowColumns,
  thing = "row",
): AsyncGenerator<FieldsLine> {
  let isEmpty = true;
  try {
    const lines =
      format === "csv" ? readCsv(readLines(chunks), columns) : readJson(readUtf8(chunks), columns);
    for await (const each of lines) {
      isEmpty = false;
      yield each;
    }
    // More likely the file was cut.
    if (isEmpty) throw new FileFault(1, `the file contains no ${thing}.`);
  } catch (failure) {
    if (!(failure instanceof FileFault)) throw failure;
    yield { line: failure.line, fault: failure.message };
  }
}

/** Reads CSV. The first row names the columns, in any order. */
async function* readCsv(blocks: AsyncIterable<Buffer>, columns: RowColumns): AsyncGenerator<FieldsLine> {
  let names: readonly string[] | undefined;
  for await (const { line, cells } of splitCsv(blocks)) {
    if (names !== undefined) {
      yield* readCells(line, names, cells, columns);
      continue;
    }
    names = cells.map((cell) => cell.trim());
    const faults = checkColumns(names, columns);
    yield* faults.map((fault) => ({ line, fault }));
    if (faults.length > 0) return;
  }
  if (names === undefined)
    throw new FileFault(1, "the file is empty: write a row with the names of the columns.");
}

/** Bounds the memory of a row, because an unclosed quote extends to the end of the file. Commas do not count. */
const rowLengthMax = 128_000;

/** Bounds the cells of a row whose quoted line ends make it longer than one line. */
const rowBytesMax = 1_048_576;

type CsvRow = { readonly line: number; readonly cells: readonly string[] };

function readCells(
  line: number,
  names: readonly string[],
  cells: CsvRow["cells"],
  columns: RowColumns,
): readonly FieldsLine[] {
  if (cells.length !== names.length) {
    return [{ line, fault: `the row has ${cells.length} cells: write ${names.length}, as many as columns.` }];
  }
  return readFields(line, new Map(names.map((name, index) => [name, cells[index] ?? ""])), columns);
}

/** Writes block by block to the parser, so that the rows before a fault are yielded first. */
async function* splitCsv(blocks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const rows: CsvRow[] = [];
  let [lineEnded, emptyLines] = [0, 0];
  const nextLine = (info: { readonly empty_lines: number }) => lineEnded + 1 + info.empty_lines - emptyLines;
  const parser = parse({
    relax_column_count: true,
    max_record_size: rowLengthMax,
    // Records of empty lines would cost time and memory like those of rows.
    skip_empty_lines: true,
    on_record: (cells: string[], info) => {
      rows.push({ line: nextLine(info), cells });
      lineEnded = info.lines;
      emptyLines = info.empty_lines;
      return null;
    },
  });
  // Errors are handled in the callbacks of `write` and `end`.
  parser.on("error", () => {});
  let rowBytes = 0;
  for await (const block of blocks) {
    const emptyBefore = parser.info.empty_lines;
    const failure = await new Promise<Error | null | undefined>((settle) => parser.write(block, settle));
    const isWithinRow = rows.length === 0 && parser.info.empty_lines === emptyBefore;
    rowBytes = isWithinRow ? rowBytes + block.length : 0;
    yield* rows.splice(0);
    if (failure) throw explain(failure, nextLine(parser.info));
    if (rowBytes > rowBytesMax)
      throw new FileFault(nextLine(parser.info), csvFaults["CSV_MAX_RECORD_SIZE"] ?? "");
  }
  const failure = await new Promise<Error | null | undefined>((settle) => parser.end(settle));
  yield* rows;
  if (failure) throw explain(failure, nextLine(parser.info));
}

const csvFaults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote that opens in this row is not closed: close it, or leave it out.",
  CSV_MAX_RECORD_SIZE: "the row is longer than 128,000 characters: look for a quote that is not closed.",
  CSV_INVALID_CLOSING_QUOTE: "a quote stands before the end of its cell: close it there, or write it twice.",
  INVALID_OPENING_QUOTE: "a quote stands in the middle of a cell: quote all of it, and write it twice.",
};

/** Reports the line where the row begins, because an unclosed quote extends over the lines after it. */
function explain(failure: Error, line: number): Error {
  const fault = csvFaults[(failure as CsvError).code];
  return fault === undefined ? failure : new FileFault(line, fault);
}

/** Reads JSON: a list of objects whose values are strings or numbers. */
async function* readJson(blocks: AsyncIterable<Buffer>, columns: RowColumns): AsyncGenerator<FieldsLine> {
  for await (const item of splitJsonList(blocks)) yield* readItem(item, columns);
}

function readItem({ line, text }: JsonItem, columns: RowColumns): readonly FieldsLine[] {
  let fields: object;
  try {
    fields = JSON.parse(text) as object;
  } catch {
    // The error's message would quote what the file holds.
    return [{ line, fault: "the object that begins here is not JSON: look at its quotes and commas." }];
  }
  const present = Object.entries(fields as Readonly<Record<string, unknown>>).filter(
    ([, value]) => value !== null,
  );
  const cells = new Map<string, string | number>();
  for (const [name, value] of present)
    if (typeof value === "string" || typeof value === "number") cells.set(name, value);
  const faults = [
    ...evaluateUnknown(
      present.map(([name]) => name),
      columns,
    ),
    ...present
      .filter(([name]) => !cells.has(name))
      .map(([name]) => `${name} is neither a text nor a number: write it as one.`),
  ];
  if (faults.length > 0) return faults.map((fault) => ({ line, fault }));
  return readFields(line, cells, columns);
}

/** The text of one object of a list, and its first line. */
type JsonItem = { readonly line: number; readonly text: string };

type Expected = "list" | "first" | "item" | "comma" | "nothing";

/**
 * Splits a JSON list into the texts of its objects, so that a list of any length needs little memory. The objects
 * themselves are not validated.
 */
async function* splitJsonList(blocks: AsyncIterable<Buffer>): AsyncGenerator<JsonItem> {
  let expected: Expected = "list";
  let line = 1;
  let lineOfItem = 1;
  let gathered = "";
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  for await (const block of blocks) {
    const text = block.toString("utf8");
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      const character = text[index] ?? "";
      if (character === "\n") line += 1;
      if (depth === 0) {
        expected = expectedAfter(expected, character, line);
        if (character !== "{") continue;
        depth = 1;
        start = index;
        lineOfItem = line;
      } else if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (character === "\\") isEscaped = true;
        else if (character === '"') isInText = false;
      } else if (character === '"') isInText = true;
      else if (character === "{") depth += 1;
      else if (character === "}") {
        depth -= 1;
        if (depth > 0) continue;
        yield { line: lineOfItem, text: gathered + text.slice(start, index + 1) };
        gathered = "";
      }
    }
    if (depth > 0) {
      gathered += text.slice(start);
      if (gathered.length > itemLengthMax)
        throw new FileFault(lineOfItem, "the object is longer than 1 MiB.");
    }
  }
  if (depth > 0)
    throw new FileFault(lineOfItem, "the object that begins here is not closed: close it with }.");
  if (expected === "list") throw new FileFault(line, "the file is empty: write a list of objects.");
  if (expected !== "nothing")
    throw new FileFault(line, "the list is not closed: the file ends before its ].");
}

const itemLengthMax = 1_048_576;

/** Returns what may follow a character outside of the objects. */
function expectedAfter(expected: Expected, character: string, line: number): Expected {
  if (/\s/.test(character)) return expected;
  if (expected === "list" && character === "[") return "first";
  if ((expected === "first" || expected === "item") && character === "{") return "comma";
  if ((expected === "first" || expected === "comma") && character === "]") return "nothing";
  if (expected === "comma" && character === ",") return "item";
  const found = JSON.stringify(character);
  throw new FileFault(line, `${found} stands where ${expectedTexts[expected]} is expected.`);
}

const expectedTexts: Readonly<Record<Expected, string>> = {
  list: "the [ of a list of objects",
  first: "the { of an object, or the ] of the list,",
  item: "the { of an object",
  comma: "a comma, or the ] of the list,",
  nothing: "the end of the file",
};

/** Returns the faults of the column names. Columns that are not required may be missing. */
function checkColumns(names: readonly string[], columns: RowColumns): string[] {
  const unknown = evaluateUnknown(names, columns);
  if (!names.some((name) => Object.hasOwn(columns, name))) return unknown;
  return [
    ...unknown,
    ...names
      .filter((name, index) => names.indexOf(name) < index)
      .map((name) => `column "${name}" is there twice: leave out one of them.`),
    ...Object.entries(columns)
      .filter(([name, { isRequired }]) => isRequired && !names.includes(name))
      .map(([name]) => `column ${name} is missing: add it.`),
  ];
}

/** Returns a fault for each unknown column name. A file that has none of ours is most likely another one, and may hold secrets. */
function evaluateUnknown(names: readonly string[], columns: RowColumns): string[] {
  const known = Object.keys(columns);
  if (names.length > 0 && !names.some((name) => known.includes(name)))
    return [`none of the columns is known: write some of ${known.join(", ")}.`];
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `column "${name}" is unknown: leave it out, or write one of ${known.join(", ")}.`);
}

/** Reads the cells of a row into its values. What they mean is checked later. */
function readFields(
  line: number,
  cells: ReadonlyMap<string, string | number>,
  columns: RowColumns,
): readonly FieldsLine[] {
  const fields: Record<string, ColumnValue> = {};
  const faults: string[] = [];
  const symbol = String(cells.get("symbol") ?? "");
  for (const [name, { kind, isRequired }] of Object.entries(columns)) {
    const cell = cells.get(name) ?? "";
    if (cell === "" && !isRequired) continue;
    const value = typeof cell === "number" ? readNumber(kind, cell) : parsers[kind](cell, symbol);
    const example = kind === "price" ? describePriceForm(symbol) : examples[kind];
    if (value === undefined) faults.push(`${name} is "${cell}": write ${example}.`);
    else fields[name] = value;
  }
  return faults.length > 0 ? faults.map((fault) => ({ line, fault })) : [{ line, fields }];
}

/** Reads a number of JSON, which is taken as it is: 25.000 is 25 there. */
function readNumber(kind: ColumnKind, value: number): ColumnValue | undefined {
  if (kind === "price") return parsePrice(String(value));
  if (kind === "ratio") return parseRatio(String(value));
  if (kind === "text" || kind === "texts") return parsers[kind](String(value), "");
  const isWhole = Number.isSafeInteger(value) && (kind === "signed" || value >= 0);
  return isWhole ? BigInt(value) : undefined;
}

const parsers: Readonly<Record<ColumnKind, (text: string, symbol: string) => ColumnValue | undefined>> = {
  text: (text) => text,
  texts: (text) => text.split("|").map((each) => each.trim()),
  price: (text, symbol) => readPrice(symbol, text),
  whole: (text) => (isShort(text) ? readWhole(text) : undefined),
  signed: (text) => (isShort(text) ? parseSigned(text) : undefined),
  ratio: parseRatio,
};

/** Whether a whole number is one of at most sixteen digits, more than any that counts. */
function isShort(text: string): boolean {
  return text.replaceAll(/[^0-9]/g, "").length <= 16;
}

const examples: Readonly<Record<Exclude<ColumnKind, "price">, string>> = {
  text: "a text",
  texts: "texts with | between them",
  whole: "a whole number such as 100",
  signed: "a whole number such as 100, or -100 for a short position",
  ratio: "a decimal from 0 to 1 with at most six digits, such as 0.5",
};
