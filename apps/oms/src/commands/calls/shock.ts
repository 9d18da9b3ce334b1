import {
  type Shock,
  type ShockFigures,
  type ShockRow,
  shockPrices,
  shockRowsMax,
} from "@trading-oms/brokerage";
import { type Command, type CommandInput, UsageFault, unlessRefused } from "../../cli/command.ts";
import { openDesk } from "../../cli/desk.ts";
import { ratioOf } from "../../cli/json.ts";
import { renderNumber, renderTable } from "../../cli/text.ts";
import { readPrice } from "../../cli/values.ts";

const named = ["exchange", "industry", "group", "symbol"] as const;

const marginShock: Command = {
  words: ["margin", "shock"],
  options: {
    all: { value: "PERCENT", about: "how far all prices move, such as -7" },
    exchange: { value: "EXCHANGE=PERCENT", about: "how far those of an exchange move", mayRepeat: true },
    industry: { value: "INDUSTRY=PERCENT", about: "how far those of an industry move", mayRepeat: true },
    group: { value: "GROUP=PERCENT", about: "how far those of a group of products move", mayRepeat: true },
    symbol: { value: "SYMBOL=PERCENT", about: "how far that of a symbol moves", mayRepeat: true },
    price: { value: "SYMBOL=PRICE", about: "the price of a symbol", mayRepeat: true },
  },
  summary: "Tells what would be called and needed at other prices. Nothing is changed.",
  about: `The same as shockPrices of the operator's operations, with at most ${shockRowsMax} rows. The most particular row wins: symbol or price, group, industry, exchange, all. A moved price is rounded to the price step towards the old one, and may lie beyond the band of the day. A position counts by its deal ratio alone, whatever was told before, and not while it is being closed.`,
  example: "oms margin shock --all -7 --symbol FPT=-10 --price HPG=22000",
  run: async (input, { open, world }) => {
    const rows = readRows(input);
    const services = await open();
    const shock = unlessRefused(await shockPrices(await openDesk(services, world), rows));
    return { json: shockJson(shock), lines: renderShock(shock) };
  },
};

function readRows(input: CommandInput): ShockRow[] {
  const rows: ShockRow[] = [];
  const all = input.option("all");
  if (all !== undefined) rows.push({ scope: "all", name: undefined, millionths: readPercent("--all", all) });
  for (const scope of named) {
    for (const [name, text] of listPairs(input, scope)) {
      rows.push({ scope, name, millionths: readPercent(`--${scope} ${name}`, text) });
    }
  }
  for (const [name, text] of listPairs(input, "price")) {
    rows.push({ scope: "symbol", name, price: readPrice(`--price ${name}`, text, name) });
  }
  if (rows.length > 0) return rows;
  throw new UsageFault("No price moves: write at least one option, such as --all -7.");
}

function listPairs(input: CommandInput, option: string): [name: string, value: string][] {
  // A price may have commas between its digits.
  const texts = input.option(option)?.split(/,(?=[^,]*=)/) ?? [];
  return texts.map((text) => {
    const [, name, value] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined) return [name, value];
    throw new UsageFault(
      `--${option} is "${text}": write a name and a number, such as FPT=${option === "price" ? "80000" : "-10"}.`,
    );
  });
}

/** Reads a percentage with at most four decimals into millionths. */
function readPercent(name: string, text: string): bigint {
  const [, sign, whole = "", fraction = ""] = /^([+-]?)([0-9]{1,4})(?:\.([0-9]{1,4}))?$/.exec(text) ?? [];
  const size = BigInt(`${whole}${fraction.padEnd(4, "0")}` || "0");
  const millionths = sign === "-" ? -size : size;
  if (whole !== "" && millionths >= -990_000n && millionths <= 10_000_000n) return millionths;
  throw new UsageFault(`${name} is "${text}": write a percentage from -99 to 1000, such as -7 or -7.5.`);
}

function shockJson({ kind: _, histogram, ...shock }: Shock): object {
  const bins = histogram.map(({ from, ...counts }) => ({
    from: from === undefined ? null : ratioOf(from),
    ...counts,
  }));
  return { ...shock, histogram: bins };
}

function renderShock({ positionCount, movedCount, before, after, worst }: Shock): string[] {
  const rows: readonly (readonly [string, (figures: ShockFigures) => bigint | number])[] = [
    ["below the margin call rate", ({ calledCount }) => calledCount],
    ["below the force close rate", ({ forceCloseCount }) => forceCloseCount],
    ["needed, VND", ({ neededVnd }) => neededVnd],
    ["outstanding, VND", ({ outstandingVnd }) => outstandingVnd],
    ["market value, VND", ({ marketVnd }) => marketVnd],
  ];
  return [
    `Of ${renderNumber(positionCount)} positions ${renderNumber(movedCount)} have another price.`,
    "",
    ...renderTable(rows, {
      "": ([name]) => name,
      "#NOW": ([, readFigure]) => readFigure(before),
      "#THEN": ([, readFigure]) => readFigure(after),
    }),
    ...(worst.length === 0 ? [] : [""]),
    ...(worst.length === 0
      ? []
      : renderTable(worst, {
          ACCOUNT: ({ accountId }) => accountId,
          USER: ({ userId }) => userId,
          "#CALLED NOW": ({ calledBefore }) => calledBefore,
          "#THEN": ({ calledAfter }) => calledAfter,
          "#OUTSTANDING NOW, VND": ({ outstandingBeforeVnd }) => outstandingBeforeVnd,
          "#THEN, VND": ({ outstandingAfterVnd }) => outstandingAfterVnd,
        })),
  ];
}

export const shockCommands: readonly Command[] = [marginShock];
