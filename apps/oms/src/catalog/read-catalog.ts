import type { CatalogLine } from "@trading-oms/brokerage";
import { FileFault } from "./file-fault.ts";
import { readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { readUtf8 } from "./read-utf-8.ts";

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
