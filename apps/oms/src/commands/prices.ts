import { setMark } from "@trading-oms/brokerage";
import type { MarkRecord } from "@trading-oms/brokerage/ports";
import { type Command, refuse, unlessRefused } from "../cli/command.ts";
import { readAllPages } from "../cli/database.ts";
import { markJson } from "../cli/json.ts";
import { type Columns, renderGroupedPrice, renderTable, renderTime } from "../cli/text.ts";
import { readPrice } from "../cli/values.ts";

const pricesSet: Command = {
  words: ["prices", "set"],
  argumentNames: ["SYMBOL", "PRICE"],
  summary: "Sets the last price of a symbol by hand, as of now.",
  about:
    "Positions in the symbol are marked at this price until there is a newer one. PRICE is in VND or index points, and on a price step of the symbol. A future is named by its own code, not by an alias. A running server judges every position in the symbol within a second, at any hour, and sends the margin calls; if none runs, the next one does. A feed or a simulation that is running replaces the price at the next trade.",
  example: "oms prices set FPT 81000",
  run: async (input, { open, say }) => {
    const symbol = input.argument("SYMBOL");
    const price = readPrice("PRICE", input.argument("PRICE"));
    const services = await open();
    unlessRefused(await setMark(services, { symbol, price }));
    const [mark] = await services.store.readMarks([symbol]);
    if (mark === undefined) throw new Error("A price that was set can't be found.");
    const current = `${renderGroupedPrice(mark.price)} since ${renderTime(mark.atMs)}`;
    if (mark.price !== price) {
      const message = `${symbol} has a newer price, ${current}; nothing was changed.`;
      refuse("price-newer", message);
    }
    if (services.marks?.isPlayed === true) {
      say(`A simulation is running and replaces this price at the next trade of ${symbol}.`);
    }
    return { json: markJson(mark), lines: [`The price of ${symbol} is ${current}.`] };
  },
};

const pricesList: Command = {
  words: ["prices", "list"],
  summary: "Lists all last prices, by symbol.",
  about:
    "A symbol without a last price is marked at its reference price; see oms instruments list. BY is hand, feed, or play for a simulated price.",
  example: "oms prices list --json",
  run: async (_input, { open, say }) => {
    const { store } = await open();
    const marks = await readAllPages(
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
  BY: describeOrigin,
};

function describeOrigin({ isByHand, isPlayed }: MarkRecord): string {
  if (isPlayed === true) return "play";
  return isByHand ? "hand" : "feed";
}

export const pricesCommands: readonly Command[] = [pricesSet, pricesList];
