import { setPosition } from "@trading-oms/brokerage";
import type { Command } from "../../command.ts";
import { readAmount } from "../../words/read-amount.ts";
import { readPrice } from "../../words/read-price.ts";
import { changePositionOf } from "./change-position-of.ts";

/** Sets a position to a quantity at a price. */
export const positionsSet: Command = {
  words: ["positions", "set"],
  argumentNames: ["ACCOUNT", "SYMBOL"],
  options: {
    quantity: { value: "Q", about: "how much of it, below 0 for a short position", isNeeded: true },
    price: { value: "P", about: "what was paid for one, in VND or index points", isNeeded: true },
  },
  summary: "Sets a position to a quantity that was entered at a price.",
  about:
    "What is set takes the place of what was there. The price may be an average, off the price steps, if the entry value is whole VND. What is covered stays. To turn a position round, close it and set another.",
  example: "oms positions set 888C000017 41I1F4000 --quantity -2 --price 1461.5",
  run: async (given, desk) => {
    const quantity = readAmount("--quantity", given.needed("quantity"));
    const price = readPrice("--price", given.needed("price"));
    return changePositionOf(given, desk, (services, key) => setPosition(services, key, { quantity, price }));
  },
};
