import { setMark } from "@trading-oms/brokerage";
import type { Command } from "../../command.ts";
import { markJson } from "../../output/record-json.ts";
import { renderGroupedPrice } from "../../output/render-grouped-price.ts";
import { renderTime } from "../../output/render-time.ts";
import { readPrice } from "../../words/read-price.ts";

/** Sets the last price of a symbol by hand. */
export const pricesSet: Command = {
  words: ["prices", "set"],
  argumentNames: ["SYMBOL", "PRICE"],
  options: {},
  summary: "Sets the last price of a symbol by hand, as of now.",
  about:
    "Positions in it are marked at that price until a newer one comes. PRICE is in VND or index points, and on a step of the symbol. A contract is named by its own code, and not by an alias. A running server judges every position in it within a second, at any hour, and tells whom it calls; where none runs, the next one does.",
  example: "oms prices set FPT 81000",
  run: async (given, { open }) => {
    const symbol = given.argument("SYMBOL");
    const price = readPrice("PRICE", given.argument("PRICE"));
    const services = await open();
    const set = await setMark(services, { symbol, price });
    if (set.kind === "refused") return set;
    const [mark] = await services.store.readMarks([symbol]);
    if (mark === undefined) throw new Error("A price that was set can't be found.");
    const told = `${renderGroupedPrice(mark.price)} since ${renderTime(mark.atMs)}`;
    if (mark.price !== price) {
      const message = `${symbol} has a newer price, ${told}; nothing was changed.`;
      return { kind: "refused", code: "price-newer", message };
    }
    return { kind: "done", json: markJson(mark), lines: [`The price of ${symbol} is ${told}.`] };
  },
};
