import type { CatalogLine } from "@trading-oms/brokerage";
import { parsePrice } from "@trading-oms/market";
import { type CsvError, parse } from "csv-parse";
import { FileFault, readUtf8 } from "../cli/files.ts";

/** How a catalog is written. */
export type CatalogFormat = "csv" | "json";

/** Reads a catalog line by line; what keeps it from being read on is the fault of its last line. */
export async function* readCatalog(
  chunks: AsyncIterable<Uint8Array>,
  format: CatalogFormat,
): AsyncGenerator<CatalogLine> {
  const blocks = readUtf8(chunks);
  let isEmpty = true;
  try {
    for await (const each of format === "csv" ? readCsv(blocks) : readJson(blocks)) {
      isEmpty = false;
      yield each;
    }
    // Nobody means to delist everything, and a file that was cut at its first row looks just like it.
    if (isEmpty) throw new FileFault(1, "the file holds no instrument.");
  } catch (failure) {
    if (!(failure instanceof FileFault)) throw failure;
    yield { line: failure.line, fault: failure.message };
  }
}

/** Reads a catalog as CSV, whose first row names the columns, in any order. */
async function* readCsv(blocks: AsyncIterable<Buffer>): AsyncGenerator<CatalogLine> {
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

const csvFaults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote that opens in this row is not closed: close it, or leave it out.",
  CSV_MAX_RECORD_SIZE: "the row is longer than 128,000 characters: look for a quote that is not closed.",
  CSV_INVALID_CLOSING_QUOTE: "a quote stands before the end of its cell: close it there, or write it twice.",
  INVALID_OPENING_QUOTE: "a quote stands in the middle of a cell: quote all of it, and write it twice.",
};

/** A quote that is not closed swallows lines, so that only the line where its row begins helps to find it. */
function explain(failure: Error, line: number): Error {
  const fault = csvFaults[(failure as CsvError).code];
  return fault === undefined ? failure : new FileFault(line, fault);
}

/** Reads a catalog as a JSON list of objects, whose values are texts, lists of texts, or numbers. */
async function* readJson(blocks: AsyncIterable<Buffer>): AsyncGenerator<CatalogLine> {
  for await (const item of splitJsonList(blocks)) yield* readItem(item);
}

function readItem({ line, text }: JsonItem): readonly CatalogLine[] {
  let fields: object;
  try {
    fields = JSON.parse(text) as object;
  } catch (failure) {
    return [{ line, fault: `the object that begins here is not JSON: ${(failure as SyntaxError).message}.` }];
  }
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  const faults = [
    ...judgeUnknown(present.map(([name]) => name)),
    ...present
      .filter(([name, value]) => !isWritten(name, value))
      .map(([name]) => `${name} is neither a text nor a number: write it as one.`),
  ];
  if (faults.length > 0) return faults.map((fault) => ({ line, fault }));
  return readInstrumentRow(line, new Map(present.map(([name, value]) => [name, write(value)])));
}

function isWritten(name: string, value: unknown): boolean {
  if (typeof value === "string" || typeof value === "number") return true;
  const mayBeList = instrumentColumns[name]?.kind === "texts" && Array.isArray(value);
  return mayBeList && value.every((each) => typeof each === "string" && !each.includes("|"));
}

function write(value: unknown): string {
  return Array.isArray(value) ? value.join("|") : String(value);
}

/** The text of one object of a list, and the line that it begins on. */
type JsonItem = { readonly line: number; readonly text: string };

type Expected = "list" | "first" | "item" | "comma" | "nothing";

/**
 * Splits a JSON list of objects into the texts of its objects, so that a list of any length takes little memory. What
 * stands in an object is not looked into.
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
        expected = step(expected, character, line);
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

/** What may follow, between the objects of the list, on one character. */
function step(expected: Expected, character: string, line: number): Expected {
  if (/\s/.test(character)) return expected;
  if (expected === "list" && character === "[") return "first";
  if ((expected === "first" || expected === "item") && character === "{") return "comma";
  if ((expected === "first" || expected === "comma") && character === "]") return "nothing";
  if (expected === "comma" && character === ",") return "item";
  throw new FileFault(line, `${JSON.stringify(character)} stands where ${awaited[expected]} is expected.`);
}

const awaited: Readonly<Record<Expected, string>> = {
  list: "the [ of a list of objects",
  first: "the { of an object, or the ] of the list,",
  item: "the { of an object",
  comma: "a comma, or the ] of the list,",
  nothing: "the end of the file",
};

/** What stands in a column: a text, several texts between `|`, a price, or a whole number. */
type ColumnKind = "text" | "texts" | "price" | "whole";

/** The columns of a catalog, which have the names of an instrument's fields. */
const instrumentColumns: Readonly<Record<string, { readonly kind: ColumnKind; readonly isNeeded: boolean }>> =
  {
    symbol: { kind: "text", isNeeded: true },
    exchange: { kind: "text", isNeeded: true },
    type: { kind: "text", isNeeded: true },
    name: { kind: "text", isNeeded: true },
    companyName: { kind: "text", isNeeded: true },
    aliases: { kind: "texts", isNeeded: false },
    sectorLevel1: { kind: "text", isNeeded: false },
    sectorLevel2: { kind: "text", isNeeded: false },
    sectorLevel3: { kind: "text", isNeeded: false },
    industryName: { kind: "text", isNeeded: false },
    logoId: { kind: "text", isNeeded: false },
    tickerCode: { kind: "text", isNeeded: false },
    referencePrice: { kind: "price", isNeeded: true },
    lot: { kind: "whole", isNeeded: true },
    minQuantity: { kind: "whole", isNeeded: true },
    maxQuantity: { kind: "whole", isNeeded: true },
    underlyingSymbolCode: { kind: "text", isNeeded: false },
    expirationDate: { kind: "text", isNeeded: false },
    contractSize: { kind: "whole", isNeeded: false },
  };

/** Says what is wrong with the names of the columns; the needed ones may be missing in a row that has few. */
function judgeColumns(names: readonly string[]): string[] {
  return [
    ...judgeUnknown(names),
    ...names
      .filter((name, index) => names.indexOf(name) < index)
      .map((name) => `column "${name}" is there twice: leave out one of them.`),
    ...Object.entries(instrumentColumns)
      .filter(([name, { isNeeded }]) => isNeeded && !names.includes(name))
      .map(([name]) => `column ${name} is missing: add it.`),
  ];
}

/** Says which names are none of a column. */
function judgeUnknown(names: readonly string[]): string[] {
  const known = Object.keys(instrumentColumns);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `column "${name}" is unknown: leave it out, or write one of ${known.join(", ")}.`);
}

type InstrumentRecord = Extract<CatalogLine, { readonly record: unknown }>["record"];

/** Reads the texts of a row into a record; whether that is an instrument is for the rules of its exchange. */
function readInstrumentRow(line: number, texts: ReadonlyMap<string, string>): readonly CatalogLine[] {
  const fields: Record<string, ColumnValue> = {};
  const faults: string[] = [];
  for (const [name, { kind, isNeeded }] of columns) {
    const text = texts.get(name) ?? "";
    if (text === "" && !isNeeded) continue;
    const value = read[kind](text);
    if (value === undefined) faults.push(`${name} is "${text}": write ${example[kind]}.`);
    else fields[name] = value;
  }
  if (faults.length > 0) return faults.map((fault) => ({ line, fault }));
  return [{ line, record: fields as unknown as InstrumentRecord }];
}

type ColumnValue = string | readonly string[] | bigint;

const columns = Object.entries(instrumentColumns);

const read: Readonly<Record<ColumnKind, (text: string) => ColumnValue | undefined>> = {
  text: (text) => text,
  texts: (text) => text.split("|").map((each) => each.trim()),
  price: parsePrice,
  whole: (text) => (/^[0-9]{1,16}$/.test(text) ? BigInt(text) : undefined),
};

const example: Readonly<Record<ColumnKind, string>> = {
  text: "a text",
  texts: "texts with | between them",
  price: "a price such as 25000 or 1461.5",
  whole: "a whole number such as 100",
};
