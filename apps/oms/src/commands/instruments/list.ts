import { readInstrument } from "@trading-oms/brokerage";
import type { Instrument } from "@trading-oms/market";
import type { Command } from "../../command.ts";
import { instrumentJson } from "../../output/record-json.ts";
import { renderGroupedPrice } from "../../output/render-grouped-price.ts";
import { renderNumber } from "../../output/render-number.ts";
import { renderTable } from "../../output/render-table.ts";
import { readCount } from "../../words/read-count.ts";

/** Lists instruments. */
export const instrumentsList: Command = {
  words: ["instruments", "list"],
  argumentNames: [],
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
    return { kind: "done", json: instruments.map(instrumentJson), lines: renderInstruments(instruments) };
  },
};

function renderInstruments(instruments: readonly Instrument[]): string[] {
  return renderTable(
    [
      { title: "SYMBOL" },
      { title: "EXCHANGE" },
      { title: "TYPE" },
      { title: "REFERENCE", isNumber: true },
      { title: "LOT", isNumber: true },
      { title: "EXPIRES" },
      { title: "NAME" },
    ],
    instruments.map((each) => [
      each.symbol,
      each.exchange,
      each.type,
      renderGroupedPrice(each.referencePrice),
      renderNumber(each.lot),
      each.expirationDate ?? "",
      each.name,
    ]),
  );
}
