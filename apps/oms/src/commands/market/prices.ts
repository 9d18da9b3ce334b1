import { setPrice } from "@trading-oms/brokerage";
import type { MarkRecord } from "@trading-oms/brokerage/ports";
import { type Command, unlessRefused } from "../../cli/command.ts";
import { readAllPages } from "../../cli/database.ts";
import { markJson } from "../../cli/json.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { type Columns, renderGroupedPrice, renderTable, renderTime } from "../../cli/text.ts";
import { readPrice } from "../../cli/values.ts";

const pricesSet: Command = {
  words: ["prices", "set"],
  argumentNames: ["SYMBOL", "PRICE"],
  options: { confirm: { about: "sets a price that is unusual" }, ...originOptions },
  summary: "Sets the last price of a symbol by hand, as of now.",
  about:
    "Positions in the symbol are marked at this price until there is a newer one. PRICE is whole VND, which may have . , or _ between groups of three digits, or points of an index, which may have one decimal after a . or , as well; it is on a price step of the symbol. A price outside the band of the day, or more than a tenth away from its reference or from the last one, needs --confirm. A future is named by its own code, not by an alias. A running server judges every position in the symbol within a second, at any hour, and sends the margin calls; if none runs, the next one does. A feed or a simulation that is running replaces the price at the next trade.",
  example: "oms prices set FPT 81000",
  run: async (input, { open, say, world }) => {
    const symbol = input.argument("SYMBOL");
    const price = readPrice("PRICE", input.argument("PRICE"), symbol);
    const origin = readOrigin(input, world);
    const services = await open();
    unlessRefused(await setPrice(services, { symbol, price, isConfirmed: input.isOn("confirm"), ...origin }));
    const [mark] = await services.store.readMarks([symbol]);
    if (mark === undefined) throw new Error("A price that was set can't be found.");
    if (services.marks?.isPlayed === true) {
      say(`A simulation is running and replaces this price at the next trade of ${symbol}.`);
    }
    const current = `${renderGroupedPrice(mark.price)} since ${renderTime(mark.atMs)}`;
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
