import type { CatalogLine } from "@trading-oms/brokerage";
import { parsePrice } from "@trading-oms/market";
import { type ColumnKind, instrumentColumns } from "./instrument-columns.ts";

type InstrumentRecord = Extract<CatalogLine, { readonly record: unknown }>["record"];

/** Reads the texts of a row into a record; whether that is an instrument is for the rules of its exchange. */
export function readInstrumentRow(line: number, texts: ReadonlyMap<string, string>): readonly CatalogLine[] {
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
