import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { importCatalog, readInstrument } from "@trading-oms/brokerage";
import type { Instrument } from "@trading-oms/market";
import { type Command, type Given, UsageFault, type World } from "../cli/command.ts";
import { explainFileFailure, refuseFaults, usingFile } from "../cli/files.ts";
import { instrumentJson } from "../cli/json.ts";
import { type Columns, renderGroupedPrice, renderNumber, renderTable, showProgress } from "../cli/text.ts";
import { readCount } from "../cli/values.ts";
import { type CatalogFormat, readCatalog } from "./catalog.ts";

const instrumentsImport: Command = {
  words: ["instruments", "import"],
  argumentNames: ["FILE"],
  options: {
    format: {
      value: "FORMAT",
      about: "csv or json",
      choices: ["csv", "json"],
      otherwise: "by the ending of FILE; needed where FILE is -",
    },
  },
  summary: "Replaces the catalog by that of a file, all of it or nothing.",
  about:
    "FILE is CSV whose first row names the columns, or a JSON list of objects, both in UTF-8; - is stdin. The names are symbol, exchange, type, name, companyName, referencePrice, lot, minQuantity and maxQuantity, which are needed, and aliases (other names, with | between them), sectorLevel1, sectorLevel2, sectorLevel3, industryName, logoId, tickerCode, underlyingSymbolCode, expirationDate and contractSize; an empty cell is an absent one. Faults are told with their lines, and then nothing is changed.",
  example: "oms instruments import catalog.csv",
  run: async (given, { open, world }) => {
    const file = given.argument("FILE");
    const format = readFormat(given, file);
    const source = await usingFile(file, () => openSource(file, world));
    const services = await open();
    const progress = showProgress(world, "Importing");
    const tell = (count: number) => progress.tell(count, source.shareRead());
    try {
      const imported = await importCatalog(services, readCatalog(source.chunks, format), tell);
      progress.end();
      if (imported.kind !== "done") {
        refuseFaults(file === "-" ? "stdin" : file, imported.faults, imported.faultCount);
      }
      const { count } = imported;
      return { json: { count }, lines: [`Instruments in the catalog: ${renderNumber(count)}.`] };
    } catch (failure) {
      return explainFileFailure(file, failure);
    }
  },
};

type CatalogSource = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Which part of it has been read, where its size is known. */
  readonly shareRead: () => number | undefined;
};

function readFormat(given: Given, file: string): CatalogFormat {
  const format = given.option("format") ?? /\.(csv|json)$/i.exec(file)?.[1]?.toLowerCase();
  if (format === "csv" || format === "json") return format;
  if (format !== undefined) throw new UsageFault(`--format is "${format}": write csv or json.`);
  throw new UsageFault(
    `FILE ${file} ends neither in .csv nor in .json: write --format csv or --format json.`,
  );
}

async function openSource(file: string, { stdin }: World): Promise<CatalogSource> {
  if (file === "-") return { chunks: stdin, shareRead: () => undefined };
  const status = await stat(file);
  if (status.isDirectory()) throw Object.assign(new Error("It is a folder."), { code: "EISDIR" });
  const stream = createReadStream(file, { highWaterMark: 262_144 });
  // A pipe has no size, and an end that nobody knows.
  const isSized = status.isFile() && status.size > 0;
  return {
    chunks: stream,
    shareRead: () => (isSized ? stream.bytesRead / status.size : undefined),
  };
}

const instrumentsList: Command = {
  words: ["instruments", "list"],
  options: {
    after: { value: "SYMBOL", about: "begins behind this symbol", otherwise: "at the first" },
    limit: { value: "N", about: "at most so many, 1 to 10,000", otherwise: "100" },
  },
  summary: "Lists the instruments of the catalog, by symbol.",
  about: "Where there are more than were asked for, a line on stderr says how to go on.",
  example: "oms instruments list --after FPT --limit 20",
  run: async (given, { open, say }) => {
    const limit = readCount("--limit", given.option("limit") ?? "100", { countMin: 1, countMax: 10_000 });
    const { store } = await open();
    const entries = await store.listInstruments({ after: given.option("after"), limit: limit + 1 });
    const instruments = entries.slice(0, limit).map(readInstrument);
    if (instruments.length === 0) say("There are no instruments.");
    if (entries.length > limit) say(`There are more: --after ${instruments.at(-1)?.symbol}`);
    return { json: instruments.map(instrumentJson), lines: renderTable(instruments, columns) };
  },
};

const columns: Columns<Instrument> = {
  SYMBOL: ({ symbol }) => symbol,
  EXCHANGE: ({ exchange }) => exchange,
  TYPE: ({ type }) => type,
  "#REFERENCE": ({ referencePrice }) => renderGroupedPrice(referencePrice),
  "#LOT": ({ lot }) => lot,
  EXPIRES: ({ expirationDate = "" }) => expirationDate,
  NAME: ({ name }) => name,
};

export const instrumentsCommands: readonly Command[] = [instrumentsImport, instrumentsList];
