import type { CatalogLine } from "@trading-oms/brokerage";
import { instrumentColumns } from "./instrument-columns.ts";
import { judgeUnknown } from "./judge-columns.ts";
import { readInstrumentRow } from "./read-instrument-row.ts";
import { type JsonItem, splitJsonList } from "./split-json-list.ts";

/** Reads a catalog as a JSON list of objects, whose values are texts, lists of texts, or numbers. */
export async function* readJson(blocks: AsyncIterable<Buffer>): AsyncGenerator<CatalogLine> {
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
