import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { importCatalog, readInstrument } from "@trading-oms/brokerage";
import type { Instrument } from "@trading-oms/market";
import { type Command, type CommandInput, UsageFault, type World } from "../cli/command.ts";
import { rejectFaults, rejectFileFailure, usingFile } from "../cli/files.ts";
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
      otherwise: "by the extension of FILE; needed if FILE is -",
    },
  },
  summary: "Replaces the whole catalog with that in a file, or changes nothing.",
  about:
    "FILE is CSV whose first row names the columns, or a JSON list of objects, both in UTF-8; - is stdin. Required names: symbol, exchange, type, name, companyName, referencePrice, lot, minQuantity and maxQuantity. Optional names: aliases and keywords (separated by |), sectorLevel1, sectorLevel2, sectorLevel3, industryName, logoId, tickerCode, underlyingSymbolCode, expirationDate and contractSize. An empty cell counts as absent. If there are faults, they are reported with their lines and nothing is changed.",
  example: "oms instruments import catalog.csv",
  run: async (input, { open, world }) => {
    const file = input.argument("FILE");
    const format = readFormat(input, file);
    const source = await usingFile(file, () => openSource(file, world));
    const services = await open();
    const progress = showProgress(world, "Importing");
    const onProgress = (count: number) => progress.update(count, source.shareRead());
    try {
      const imported = await importCatalog(services, readCatalog(source.chunks, format), onProgress);
      progress.end();
      if (imported.kind !== "done") {
        rejectFaults(file === "-" ? "stdin" : file, imported.faults, imported.faultCount);
      }
      const { count } = imported;
      return { json: { count }, lines: [`Instruments in the catalog: ${renderNumber(count)}.`] };
    } catch (failure) {
      return rejectFileFailure(file, failure);
    }
  },
};

type CatalogSource = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Which part of it has been read, where its size is known. */
  readonly shareRead: () => number | undefined;
};

function readFormat(input: CommandInput, file: string): CatalogFormat {
  const format = input.option("format") ?? /\.(csv|json)$/i.exec(file)?.[1]?.toLowerCase();
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
  // A pipe has no known size.
  const isSized = status.isFile() && status.size > 0;
  return {
    chunks: stream,
    shareRead: () => (isSized ? stream.bytesRead / status.size : undefined),
  };
}

const instrumentsList: Command = {
  words: ["instruments", "list"],
  options: {
    after: { value: "SYMBOL", about: "lists from the symbol after this one", otherwise: "from the first" },
    limit: { value: "N", about: "the maximum count, 1 to 10,000", otherwise: "100" },
  },
  summary: "Lists the instruments of the catalog, by symbol.",
  about: "If there are more, a line on stderr shows the option that lists the next ones.",
  example: "oms instruments list --after FPT --limit 20",
  run: async (input, { open, say }) => {
    const limit = readCount("--limit", input.option("limit") ?? "100", { countMin: 1, countMax: 10_000 });
    const { store } = await open();
    const entries = await store.listInstruments({ after: input.option("after"), limit: limit + 1 });
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
