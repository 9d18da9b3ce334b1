import { type AdjustedSymbol, type AdjustmentOrder, adjustSymbol } from "@trading-oms/brokerage";
import { type Command, type CommandInput, Refused, UsageFault, unlessRefused } from "../../cli/command.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { renderNumber } from "../../cli/text.ts";
import { readAmount } from "../../cli/values.ts";

const positionsAdjust: Command = {
  words: ["positions", "adjust"],
  argumentNames: ["SYMBOL"],
  options: {
    date: { value: "DATE", about: "the ex-date, such as 2026-11-16", isRequired: true },
    factor: { value: "N/M", about: "N shares after for M before, such as 2/1 or 110/100" },
    dividend: { value: "VND", about: "the cash dividend of one share" },
    rights: { value: "Q", about: "shares that --account bought by rights, with --paid" },
    paid: { value: "VND", about: "what was paid for all shares of --rights" },
    account: { value: "ACCOUNT", about: "the account to adjust", otherwise: "all that hold SYMBOL" },
    id: { value: "ID", about: "tells adjustments of one day apart", otherwise: "the names of the actions" },
    "dry-run": { about: "writes nothing, and says what would be done" },
    ...originOptions,
  },
  summary: "Adjusts positions by the corporate actions of an ex-date.",
  about:
    "A dividend lowers the entry value by what is due and is not deposited. A factor multiplies the quantity, down to whole shares, and keeps the entry value. Rights add to the quantity, the entry value and the posted amount. Each position is evaluated once, as adjusted, at the reference price of the day, which has to be there, or at a price by hand of DATE or later. Positions that were opened on DATE or later are left alone unless --account names theirs. Run it again with the same options after it was stopped, or to go on after correcting what was refused: each position is adjusted once, and until none is refused, calls of SYMBOL are held back. oms calls release gives the rest up.",
  example: "oms positions adjust FPT --date 2026-11-16 --factor 2/1 --reason 'stock dividend'",
  run: async (input, { open, say, world }) => {
    const order: AdjustmentOrder = {
      ...readOrigin(input, world),
      symbol: input.argument("SYMBOL"),
      date: input.required("date"),
      id: input.option("id"),
      adjustment: {
        dividendVnd: readOptional(input, "dividend"),
        factor: readFactor(input),
        rights: readRights(input),
      },
    };
    const isDryRun = input.isOn("dry-run");
    const done = unlessRefused(
      await adjustSymbol(await open(), {
        ...order,
        accountId: input.option("account"),
        isDryRun,
        onProgress: (count) => say(`${renderNumber(count)} positions`),
      }),
    );
    const json = { symbol: order.symbol, date: order.date, isDryRun, ...done };
    const message = describeDone(order, done, isDryRun);
    const refused = done.refused.map((each) => `${each.accountId}: ${each.message}`);
    if (done.isComplete || isDryRun) return { json, lines: [message, ...refused] };
    throw new Refused({ code: "adjustment-incomplete", message, found: json, lines: refused });
  },
};

function readOptional(input: CommandInput, name: string): bigint | undefined {
  const text = input.option(name);
  return text === undefined ? undefined : readAmount(`--${name}`, text);
}

function readFactor(input: CommandInput): AdjustmentOrder["adjustment"]["factor"] {
  const text = input.option("factor");
  if (text === undefined) return undefined;
  const [, numerator, denominator] = /^([0-9]{1,7})\/([0-9]{1,7})$/.exec(text) ?? [];
  if (numerator === undefined || denominator === undefined) {
    throw new UsageFault(`--factor is "${text}": write two whole numbers such as 110/100.`);
  }
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

function readRights(input: CommandInput): AdjustmentOrder["adjustment"]["rights"] {
  const [quantity, paidVnd] = [readOptional(input, "rights"), readOptional(input, "paid")];
  if (quantity === undefined && paidVnd === undefined) return undefined;
  if (quantity === undefined || paidVnd === undefined || input.option("account") === undefined) {
    throw new UsageFault("--rights, --paid and --account go together: write all three.");
  }
  return { quantity, paidVnd };
}

function describeDone(
  { symbol, date }: AdjustmentOrder,
  { adjustmentId, isComplete, ...counts }: AdjustedSymbol,
  isDryRun: boolean,
): string {
  const parts: readonly (readonly [count: number, what: string])[] = [
    [counts.doneBeforeCount, "done before"],
    [counts.notEntitledCount, "opened too late and left alone"],
    [counts.refusedCount, "refused"],
    [counts.openedCallCount, "calls opened"],
    [counts.endedCallCount, "calls ended"],
  ];
  const others = parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `, ${renderNumber(count)} ${what}`);
  const verb = isDryRun ? "would be adjusted" : "adjusted";
  const end = isComplete ? "." : ". Correct the refused ones and run it again, or release the symbol.";
  return `${symbol} on ${date} (${adjustmentId}): ${renderNumber(counts.adjustedCount)} positions ${verb}${others.join("")}${end}`;
}

export const adjustmentsCommands: readonly Command[] = [positionsAdjust];
