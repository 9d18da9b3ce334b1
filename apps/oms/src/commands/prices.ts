import { setMark } from "@trading-oms/brokerage";
import type { MarkRecord } from "@trading-oms/brokerage/ports";
import { type Command, refuse, unlessRefused } from "../cli/command.ts";
import { gatherParts } from "../cli/database.ts";
import { markJson } from "../cli/json.ts";
import { type Columns, renderGroupedPrice, renderTable, renderTime } from "../cli/text.ts";
import { readPrice } from "../cli/values.ts";

const pricesSet: Command = {
  words: ["prices", "set"],
  argumentNames: ["SYMBOL", "PRICE"],
  summary: "Sets the last price of a symbol by hand, as of now.",
  about:
    "Positions in it are marked at that price until a newer one comes. PRICE is in VND or index points, and on a step of the symbol. A contract is named by its own code, and not by an alias. A running server judges every position in it within a second, at any hour, and tells whom it calls; where none runs, the next one does.",
  example: "oms prices set FPT 81000",
  run: async (given, { open }) => {
    const symbol = given.argument("SYMBOL");
    const price = readPrice("PRICE", given.argument("PRICE"));
    const services = await open();
    unlessRefused(await setMark(services, { symbol, price }));
    const [mark] = await services.store.readMarks([symbol]);
    if (mark === undefined) throw new Error("A price that was set can't be found.");
    const told = `${renderGroupedPrice(mark.price)} since ${renderTime(mark.atMs)}`;
    if (mark.price !== price) {
      const message = `${symbol} has a newer price, ${told}; nothing was changed.`;
      refuse("price-newer", message);
    }
    return { json: markJson(mark), lines: [`The price of ${symbol} is ${told}.`] };
  },
};

const pricesList: Command = {
  words: ["prices", "list"],
  summary: "Lists all last prices, by symbol.",
  about:
    "A symbol without one is marked at its reference price, which the catalog tells. BY tells a price that was set by hand from one that came from the feed.",
  example: "oms prices list --json",
  run: async (_given, { open, say }) => {
    const { store } = await open();
    const marks = await gatherParts(
      (after: string | undefined, limit) => store.listMarks({ after, limit }),
      ({ symbol }) => symbol,
    );
    if (marks.length === 0) say("There are no prices.");
    return { json: marks.map(markJson), lines: renderTable(marks, columns) };
  },
};

const columns: Columns<MarkRecord> = {
  SYMBOL: ({ symbol }) => symbol,
  "#PRICE": ({ price }) => renderGroupedPrice(price),
  SINCE: ({ atMs }) => renderTime(atMs),
  BY: sayOrigin,
};

function sayOrigin({ isByHand, isPlayed }: MarkRecord): string {
  if (isPlayed === true) return "play";
  return isByHand ? "hand" : "feed";
}

export const pricesCommands: readonly Command[] = [pricesSet, pricesList];
