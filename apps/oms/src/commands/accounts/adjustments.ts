import {
  type AdjustedSymbol,
  type AdjustmentOrder,
  adjustSymbol,
  type HeldBackSymbols,
  listHeldBack,
  releaseCalls,
} from "@trading-oms/brokerage";
import { renderPrice } from "@trading-oms/market";
import {
  type Command,
  type CommandInput,
  Refused,
  type Result,
  refuse,
  UsageFault,
  unlessRefused,
} from "../../cli/command.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { renderNumber, renderTable } from "../../cli/text.ts";
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

const callsHeldBack: Command = {
  words: ["calls", "held-back"],
  summary: "Lists the symbols whose calls are held back.",
  about:
    "Calls are held back where the reference price of a share on HOSE or HNX is more than a price step away from the close of the day before, until its positions are adjusted or it is released, also on later days; and while positions are being adjusted. Where the close was not received nothing is compared, and where more than a twentieth of the symbols moved at once the feed is at fault; these are only listed.",
  example: "oms calls held-back",
  run: async (_input, { open, say }) => {
    const listed = await listHeldBack(await open());
    const { heldBack, withoutPreviousClose, suspectedFeedErrors } = listed;
    if (heldBack.length === 0) say("No calls are held back.");
    if (withoutPreviousClose.length > 0)
      say(`Without a close to compare with: ${withoutPreviousClose.join(", ")}.`);
    if (suspectedFeedErrors.length > 0)
      say(`Moved together, so the feed is at fault: ${suspectedFeedErrors.join(", ")}.`);
    return { json: heldBackJson(listed), lines: renderHeldBack(heldBack) };
  },
};

function heldBackJson({ heldBack, ...lists }: HeldBackSymbols): Result["json"] {
  return { heldBack: heldBack.map(({ day, ...each }) => ({ ...each, ...day })), ...lists };
}

function renderHeldBack(heldBack: HeldBackSymbols["heldBack"]): string[] {
  return renderTable(heldBack, {
    SYMBOL: ({ symbol }) => symbol,
    CAUSE: ({ cause }) => cause,
    MOVED: ({ movedOn }) => movedOn ?? "-",
    DAY: ({ day }) => day?.date ?? "-",
    "#REFERENCE": ({ day }) => (day === undefined ? "-" : renderPrice(day.referencePrice)),
    "#CLOSE": ({ day }) => (day?.previousClose === undefined ? "-" : renderPrice(day.previousClose.price)),
  });
}

const callsRelease: Command = {
  words: ["calls", "release"],
  argumentNames: ["SYMBOL"],
  options: originOptions,
  summary: "Releases the held-back calls of a symbol.",
  about:
    "For a reference price that no corporate action moved, or one that needs no adjustment. An adjustment that was begun is given up. Positions are evaluated as they are, at the next price that may decide.",
  example: "oms calls release FPT --reason 'no corporate action'",
  run: async (input, { open, world }) => {
    const order = { ...readOrigin(input, world), symbol: input.argument("SYMBOL") };
    const { code, message } = unlessRefused(await releaseCalls(await open(), order));
    if (code !== undefined) refuse(code, message);
    return { json: { symbol: order.symbol }, lines: [message] };
  },
};

export const adjustmentsCommands: readonly Command[] = [positionsAdjust, callsHeldBack, callsRelease];
