import type { CatalogLine } from "@trading-oms/brokerage";
import { judgeUnknown } from "./judge-columns.ts";
import { readInstrumentRow } from "./read-instrument-row.ts";
import { type JsonItem, splitJsonList } from "./split-json-list.ts";

/** Reads a catalog as a JSON list of objects, whose values are texts or numbers. */
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
      .filter(([, value]) => typeof value !== "string" && typeof value !== "number")
      .map(([name]) => `${name} is neither a text nor a number: write it as one.`),
  ];
  if (faults.length > 0) return faults.map((fault) => ({ line, fault }));
  return readInstrumentRow(line, new Map(present.map(([name, value]) => [name, String(value)])));
}
