/** The commands that import files of accounts, positions, cash, rates and prices. */
import { type ImportedRows, importRows, type RowLine } from "@trading-oms/brokerage";
import {
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOption,
  type Result,
  refuse,
} from "../../cli/command.ts";
import { rejectFaults, rejectFileFailure, usingFile } from "../../cli/files.ts";
import { formatOption, openInput, readFormat } from "../../cli/input-file.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { type FieldsLine, type RowColumns, type RowFields, readRows } from "../../cli/read-rows.ts";
import { renderNumber, showProgress } from "../../cli/text.ts";

/** How the file of one kind is read. */
type FileKind<Kind extends keyof ImportedRows> = {
  readonly columns: RowColumns;
  /** The row of a line, or its fault. */
  readonly rowOf: (fields: RowFields) => ImportedRows[Kind] | string;
  readonly summary: string;
  readonly about: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
};

const text = { kind: "text", isRequired: true } as const;

const fileKinds: { readonly [Kind in keyof ImportedRows]: FileKind<Kind> } = {
  accounts: {
    columns: { accountId: text, userId: text },
    rowOf: (fields) => fields as ImportedRows["accounts"],
    summary: "Opens the accounts of a file.",
    about: "Names: accountId and userId. An account that its user has already is left as it is.",
  },
  positions: {
    columns: {
      accountId: text,
      symbol: text,
      quantity: { kind: "signed", isRequired: true },
      price: { kind: "price", isRequired: false },
      entryVnd: { kind: "whole", isRequired: false },
    },
    rowOf: (fields) =>
      (fields["price"] === undefined) === (fields["entryVnd"] === undefined)
        ? "the entry is price or entryVnd: write one of them."
        : (fields as unknown as ImportedRows["positions"]),
    summary: "Sets the positions of a file.",
    about:
      "Names: accountId, symbol, quantity, and one of price and entryVnd, as for oms positions set. Positions that are not in the file stay. An entry more than three times off the reference price, either way, is a fault without --confirm.",
    options: { confirm: { about: "sets entries that are unusual" } },
  },
  cash: {
    columns: { accountId: text, kind: text, amountVnd: { kind: "whole", isRequired: true } },
    rowOf: (fields) =>
      fields["kind"] === "deposit" || fields["kind"] === "withdrawal"
        ? (fields as ImportedRows["cash"])
        : `kind is "${fields["kind"]}": write deposit or withdrawal.`,
    summary: "Moves the cash of a file and notifies the users.",
    about: "Names: accountId, kind (deposit or withdrawal) and amountVnd. Rows of one account are in order.",
  },
  rates: {
    columns: {
      level: text,
      name: text,
      marginRatio: { kind: "ratio", isRequired: true },
      marginCallRate: { kind: "ratio", isRequired: true },
      forceCloseRate: { kind: "ratio", isRequired: true },
      lending: { kind: "text", isRequired: false },
    },
    rowOf: ({ level, name, lending, ...rates }) => {
      if (level !== "symbol" && level !== "product" && level !== "group")
        return `level is "${level}": write symbol, product or group.`;
      if (lending !== undefined && lending !== "open" && lending !== "ended")
        return `lending is "${lending}": write open or ended.`;
      const isLendingEnded = lending === undefined ? undefined : lending === "ended";
      return { level, name, rates, isLendingEnded } as ImportedRows["rates"];
    },
    summary: "Sets the rates of a file.",
    about:
      "Names: level (symbol, product or group), name, marginRatio, marginCallRate and forceCloseRate, and lending (open or ended; if left out, as it is). Rates that are not in the file stay. Rates that together end open calls are a fault without --confirm.",
    options: { confirm: { about: "sets rates that end open calls" } },
  },
  prices: {
    columns: { symbol: text, price: { kind: "price", isRequired: true } },
    rowOf: (fields) => fields as ImportedRows["prices"],
    summary: "Sets the last prices of a file by hand, as of now.",
    about:
      "Names: symbol and price. A price outside the band of the day, or more than a tenth away from its reference or from the last one, is a fault without --confirm.",
    options: { confirm: { about: "sets prices that are unusual" } },
  },
};

/** All rows are held in memory until they are judged. */
const rowsMax = 1_000_000;

/** A command that imports the files of one kind. */
function makeImport<Kind extends keyof ImportedRows>(kind: Kind): Command {
  const { summary, about, options } = fileKinds[kind];
  // Opening an account leaves no entry in the audit.
  const isAudited = kind !== "accounts";
  return {
    words: [kind, "import"],
    argumentNames: ["FILE"],
    options: { ...formatOption, ...options, ...(isAudited && originOptions) },
    summary: `${summary.slice(0, -1)}, all or nothing.`,
    about: `FILE is CSV whose first row names the columns, or a JSON list of objects, both in UTF-8; - is stdin. Amounts and prices may have . , or _ between groups of three digits, and points of an index one decimal: 25.000 is 25,000, but not as a number of JSON. A CSV file whose last line has no line end is refused, because it may have been cut. ${about} The whole file is judged before the first row is written: if there are faults, they are reported with their lines and nothing is changed. An import that was interrupted is completed by repeating it; rows that an import of the same file wrote are left out, so that a file is imported once.`,
    example: `oms ${kind} import ${kind}.csv`,
    run: (input, context) => runImport(kind, input, context),
  };
}

async function runImport<Kind extends keyof ImportedRows>(
  kind: Kind,
  input: CommandInput,
  { open, say, world }: CommandContext,
): Promise<Result> {
  const file = input.argument("FILE");
  const format = readFormat(input, file);
  const origin = readOrigin(input, world);
  const isConfirmed = input.isOn("confirm");
  const source = await usingFile(file, () => openInput(file, world));
  const services = await open();
  const reading = showProgress(world, "Reading");
  const lines: RowLine<ImportedRows[Kind]>[] = [];
  try {
    for await (const each of readRows(source.chunks, format, fileKinds[kind].columns)) {
      if (lines.length === rowsMax)
        refuse("file_too_long", `${file} has over ${renderNumber(rowsMax)} rows: split it.`);
      lines.push(lineOf(kind, each));
      if (lines.length % 1_000 === 0) reading.update(lines.length, source.shareRead());
    }
  } catch (failure) {
    return rejectFileFailure(file, failure);
  }
  const progress = { Checking: showProgress(world, "Checking"), Writing: showProgress(world, "Writing") };
  const imported = await importRows(services, {
    kind,
    lines,
    digest: source.digest(),
    isConfirmed,
    onProgress: (doing, count) => progress[doing].update(count, count / lines.length),
    ...origin,
  });
  if (imported.kind === "refused") {
    const { faults, faultCount, writtenCount } = imported;
    rejectFaults(file === "-" ? "stdin" : file, faults, faultCount, writtenCount);
  }
  progress.Writing.end();
  const { count, doneBeforeCount, warnings } = imported;
  for (const { line, warning } of warnings) say(`Warning: line ${line}: ${warning}`);
  return {
    json: { count, doneBeforeCount, ...(kind === "rates" && { warnings }) },
    lines: describeImport(kind, count, doneBeforeCount),
  };
}

function describeImport(kind: keyof ImportedRows, count: number, doneBeforeCount: number): string[] {
  if (doneBeforeCount === 0) return [`Rows imported: ${renderNumber(count)}.`];
  const rows = `Rows imported: ${renderNumber(count)}; imported before: ${renderNumber(doneBeforeCount)}.`;
  if (count > 0) return [rows];
  const why =
    kind === "accounts"
      ? "every account of the file is open already."
      : "this file was imported before, and for 30 days the same file changes nothing. If its rows are meant again, change the file, such as by an empty line at its end.";
  return [rows, `Nothing was changed: ${why}`];
}

function lineOf<Kind extends keyof ImportedRows>(kind: Kind, each: FieldsLine): RowLine<ImportedRows[Kind]> {
  if ("fault" in each) return each;
  const row = fileKinds[kind].rowOf(each.fields);
  return typeof row === "string" ? { line: each.line, fault: row } : { line: each.line, row };
}

export const importCommands: readonly Command[] = [
  makeImport("accounts"),
  makeImport("positions"),
  makeImport("cash"),
  makeImport("rates"),
  makeImport("prices"),
];
