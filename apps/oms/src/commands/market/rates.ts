import { type RatesAnswer, setRates } from "@trading-oms/brokerage";
import type { RatesName, RatesRecord } from "@trading-oms/brokerage/ports";
import {
  type Command,
  type CommandInput,
  type CommandOption,
  type Result,
  UsageFault,
  unlessRefused,
} from "../../cli/command.ts";
import { readAllPages } from "../../cli/database.ts";
import { ratesJson } from "../../cli/json.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { type Columns, renderNumber, renderRatio, renderTable, renderTime } from "../../cli/text.ts";
import { readRatio } from "../../cli/values.ts";

const scopeOptions: Readonly<Record<"symbol" | "product" | "group", CommandOption>> = {
  symbol: { value: "S", about: "for one instrument, such as FPT" },
  product: { value: "P", about: "for all futures on an index, such as VN30F" },
  group: { value: "G", about: "for an exchange: STO, STX, UPX or DVX" },
};

const confirmOption: Readonly<Record<"confirm", CommandOption>> = {
  confirm: { about: "makes a change that ends open calls" },
};

const ratesSet: Command = {
  words: ["rates", "set"],
  options: {
    ...scopeOptions,
    margin: { value: "R", about: "the share of the market value that a position needs", isRequired: true },
    call: { value: "R", about: "below this ratio there is a margin call", isRequired: true },
    "force-close": { value: "R", about: "below this ratio there is a force close", isRequired: true },
    lending: {
      value: "open|ended",
      about: "whether positions may be opened and increased",
      otherwise: "as it is",
    },
    ...confirmOption,
    ...originOptions,
  },
  summary: "Sets the rates of one symbol, product or group.",
  about:
    "Write one of --symbol, --product and --group; it has to exist: a symbol of the catalog, the product of a listed future, or a group. The three rates are set together, each a decimal from 0 to 1 with at most six digits, and none above the one before. Rates of a symbol override those of its product, and these override those of its group. --lending ended takes the symbol off the margin list: positions in it can be reduced and closed and are called as before, and none is opened or increased. The answer tells how many positions the rates touch, and which calls they open and end; rates that end open calls need --confirm. A running server judges every affected position within seconds, at any hour, and sends the margin calls; if none runs, the next one does.",
  example: "oms rates set --group STO --margin 0.5 --call 0.4 --force-close 0.3",
  run: async (input, { open, say, world }) => {
    const { level, name } = readTarget(input);
    const rates = {
      marginRatio: readRatio("--margin", input.required("margin")),
      marginCallRate: readRatio("--call", input.required("call")),
      forceCloseRate: readRatio("--force-close", input.required("force-close")),
    };
    const isLendingEnded = readLending(input);
    const isConfirmed = input.isOn("confirm");
    const order = { level, name, rates, isLendingEnded, isConfirmed, ...readOrigin(input, world) };
    const set = unlessRefused(await setRates(await open(), order));
    for (const warning of set.warnings) say(`Warning: ${warning}`);
    return describeChange(set, `Set the rates of the ${level} ${name}.`);
  },
};

const ratesRemove: Command = {
  words: ["rates", "remove"],
  options: { ...scopeOptions, ...confirmOption, ...originOptions },
  summary: "Removes the rates of one symbol, product or group.",
  about:
    "Write one of --symbol, --product and --group; it may be one that is no longer listed. After that the rates of the next level hold: those of the product, else of the group; without any, an instrument is fully paid and never called. A removal that ends open calls needs --confirm. A running server judges every affected position within seconds.",
  example: "oms rates remove --symbol FPT --reason 'calm again'",
  run: async (input, { open, world }) => {
    const scope = readTarget(input);
    const isConfirmed = input.isOn("confirm");
    const order = { ...scope, rates: undefined, isConfirmed, ...readOrigin(input, world) };
    const removed = unlessRefused(await setRates(await open(), order));
    return describeChange(removed, `Removed the rates of the ${scope.level} ${scope.name}.`);
  },
};

function describeChange(answer: RatesAnswer, done: string): Result {
  const { level, name, warnings, positionCount, calledCount, endedCount } = answer;
  const { calledOutstandingVnd, endedOutstandingVnd } = answer;
  const calls = (count: number, vnd: bigint): string =>
    `${renderNumber(count)}${count === 0 ? "" : `, ${renderNumber(vnd)} VND outstanding`}`;
  const effect = ` Positions touched: ${renderNumber(positionCount)}; calls opened: ${calls(calledCount, calledOutstandingVnd)}; calls ended: ${calls(endedCount, endedOutstandingVnd)}.`;
  return {
    json: {
      ...{ level, name, warnings, positionCount, calledCount, calledOutstandingVnd },
      ...{ endedCount, endedOutstandingVnd },
    },
    lines: [`${done}${positionCount === 0 ? "" : effect}`],
  };
}

function readLending(input: CommandInput): boolean | undefined {
  const lending = input.option("lending");
  if (lending === undefined) return undefined;
  if (lending === "open" || lending === "ended") return lending === "ended";
  throw new UsageFault(`--lending is "${lending}": write open or ended.`);
}

const levels = ["symbol", "product", "group"] as const;

function readTarget(input: CommandInput): RatesName {
  const [level, ...others] = levels.filter((each) => input.option(each) !== undefined);
  if (level === undefined) {
    throw new UsageFault("the target of the rates is missing: write --symbol, --product or --group.");
  }
  if (others.length > 0) {
    throw new UsageFault(`--${level} and --${others[0]} are both given: leave out one of them.`);
  }
  return { level, name: input.required(level) };
}

const ratesList: Command = {
  words: ["rates", "list"],
  summary: "Lists all rates.",
  about: "An instrument without rates is fully paid and never called.",
  example: "oms rates list --json",
  run: async (_input, { open, say }) => {
    const { store } = await open();
    const rates = await readAllPages(
      (after: RatesName | undefined, limit) => store.listRates({ after, limit }),
      (each) => each,
    );
    if (rates.length === 0) say("There are no rates.");
    return { json: rates.map(ratesJson), lines: renderTable(rates, columns) };
  },
};

const columns: Columns<RatesRecord> = {
  LEVEL: ({ level }) => level,
  NAME: ({ name }) => name,
  "#MARGIN": ({ marginRatio }) => renderRatio(marginRatio),
  "#CALL": ({ marginCallRate }) => renderRatio(marginCallRate),
  "#FORCE CLOSE": ({ forceCloseRate }) => renderRatio(forceCloseRate),
  LENDING: ({ isLendingEnded }) => (isLendingEnded ? "ended" : "open"),
  CHANGED: ({ changedAtMs }) => renderTime(changedAtMs),
};

export const ratesCommands: readonly Command[] = [ratesSet, ratesRemove, ratesList];
