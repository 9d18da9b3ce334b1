import { type CatalogLine, importCatalog } from "@trading-oms/brokerage";
import { type Command, UsageFault } from "../../cli/command.ts";
import { rejectFaults, rejectFileFailure, usingFile } from "../../cli/files.ts";
import { openInput } from "../../cli/input-file.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { type FieldsLine, type RowColumns, readRows } from "../../cli/read-rows.ts";
import { renderNumber, showProgress } from "../../cli/text.ts";

const instrumentsImport: Command = {
  words: ["instruments", "import"],
  argumentNames: ["FILE"],
  options: originOptions,
  summary: "Replaces the whole catalog with that in a file, or changes nothing.",
  about:
    "FILE is CSV in UTF-8 whose first row names the columns; - is stdin. Required names: symbol, exchange, type, name, companyName, referencePrice, lot, minQuantity and maxQuantity. Optional names: aliases and keywords (separated by |), sectorLevel1, sectorLevel2, sectorLevel3, industryName, logoId, tickerCode, underlyingSymbolCode, expirationDate and contractSize. An empty cell counts as absent. referencePrice may have . , or _ between groups of three digits. A file whose last line has no line end is refused, because it may have been cut. If there are faults, they are reported with their lines and nothing is changed.",
  example: "oms instruments import catalog.csv",
  run: async (input, { open, world }) => {
    const file = input.argument("FILE");
    if (/\.json$/i.test(file)) throw new UsageFault(`FILE ${file} is JSON: write the catalog as CSV.`);
    const origin = readOrigin(input, world);
    const source = await usingFile(file, () => openInput(file, world));
    const services = await open();
    const progress = showProgress(world, "Importing");
    const onProgress = (count: number) => progress.update(count, source.shareRead());
    try {
      const lines = readCatalog(readRows(source.chunks, "csv", instrumentColumns, "instrument"));
      const imported = await importCatalog(services, lines, onProgress, {
        ...origin,
        digestOfFile: source.digest,
      });
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

/** The columns of a catalog. Their names are the field names of an instrument. */
const instrumentColumns: RowColumns = {
  symbol: { kind: "text", isRequired: true },
  exchange: { kind: "text", isRequired: true },
  type: { kind: "text", isRequired: true },
  name: { kind: "text", isRequired: true },
  companyName: { kind: "text", isRequired: true },
  aliases: { kind: "texts", isRequired: false },
  keywords: { kind: "texts", isRequired: false },
  sectorLevel1: { kind: "text", isRequired: false },
  sectorLevel2: { kind: "text", isRequired: false },
  sectorLevel3: { kind: "text", isRequired: false },
  industryName: { kind: "text", isRequired: false },
  logoId: { kind: "text", isRequired: false },
  tickerCode: { kind: "text", isRequired: false },
  referencePrice: { kind: "price", isRequired: true },
  lot: { kind: "whole", isRequired: true },
  minQuantity: { kind: "whole", isRequired: true },
  maxQuantity: { kind: "whole", isRequired: true },
  underlyingSymbolCode: { kind: "text", isRequired: false },
  expirationDate: { kind: "text", isRequired: false },
  contractSize: { kind: "whole", isRequired: false },
};

/** The rows of a file as records, which `importCatalog` validates by the rules of their exchange. */
async function* readCatalog(lines: AsyncIterable<FieldsLine>): AsyncGenerator<CatalogLine> {
  for await (const each of lines) {
    yield "fault" in each ? each : { line: each.line, record: each.fields as unknown as InstrumentRecord };
  }
}

type InstrumentRecord = Extract<CatalogLine, { readonly record: unknown }>["record"];

export const instrumentsCommands: readonly Command[] = [instrumentsImport];
