import { type RatesSetting, setRates } from "@trading-oms/brokerage";
import type { RatesRecord } from "@trading-oms/brokerage/ports";
import { type Command, type Given, UsageFault, unlessRefused } from "../cli/command.ts";
import { gatherParts } from "../cli/database.ts";
import { ratesJson } from "../cli/json.ts";
import { type Columns, renderRatio, renderTable, renderTime } from "../cli/text.ts";
import { readRatio } from "../cli/values.ts";

const ratesSet: Command = {
  words: ["rates", "set"],
  options: {
    symbol: { value: "S", about: "for one instrument, such as FPT" },
    product: { value: "P", about: "for all futures on an index, such as VN30F" },
    group: { value: "G", about: "for an exchange: STO, STX, UPX or DVX" },
    margin: { value: "R", about: "what a position asks of its market value", isNeeded: true },
    call: { value: "R", about: "below this ratio a position is called", isNeeded: true },
    "force-close": { value: "R", about: "below this ratio it is to be force-closed", isNeeded: true },
  },
  summary: "Sets the rates of one symbol, product or group.",
  about:
    "One of --symbol, --product and --group is given. The three rates are set together, each a decimal from 0 to 1 with at most six digits, and none above the one before it. A symbol's own rates go before its product's, and those before its group's. A running server judges every position that they are for within seconds, at any hour, and tells whom they call; where none runs, the next one does.",
  example: "oms rates set --group STO --margin 0.5 --call 0.4 --force-close 0.3",
  run: async (given, { open, say }) => {
    const { level, name } = readTarget(given);
    const rates = {
      marginRatio: readRatio("--margin", given.needed("margin")),
      marginCallRate: readRatio("--call", given.needed("call")),
      forceCloseRate: readRatio("--force-close", given.needed("force-close")),
    };
    const set = unlessRefused(await setRates(await open(), { level, name, rates }));
    for (const warning of set.warnings) say(`Warning: ${warning}`);
    return {
      json: { level, name, warnings: set.warnings },
      lines: [`Set the rates of the ${level} ${name}.`],
    };
  },
};

const levels = ["symbol", "product", "group"] as const;

function readTarget(given: Given): Pick<RatesSetting, "level" | "name"> {
  const [level, ...others] = levels.filter((each) => given.option(each) !== undefined);
  if (level === undefined) {
    throw new UsageFault("what the rates are for is missing: write --symbol, --product or --group.");
  }
  if (others.length > 0) {
    throw new UsageFault(`--${level} and --${others[0]} are both given: leave out one of them.`);
  }
  return { level, name: given.needed(level) };
}

const ratesList: Command = {
  words: ["rates", "list"],
  summary: "Lists all rates that were set.",
  about: "Where nothing was set an instrument is fully paid, and never called.",
  example: "oms rates list --json",
  run: async (_given, { open, say }) => {
    const { store } = await open();
    const rates = await gatherParts(
      (after: Pick<RatesRecord, "level" | "name"> | undefined, limit) => store.listRates({ after, limit }),
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
  CHANGED: ({ changedAtMs }) => renderTime(changedAtMs),
};

export const ratesCommands: readonly Command[] = [ratesSet, ratesList];
