import { reduceHolding } from "@trading-oms/brokerage";
import type { Command } from "../../command.ts";
import { readAmount } from "../../words/read-amount.ts";
import { readPrice } from "../../words/read-price.ts";
import { changePositionOf } from "./change-position-of.ts";

/** Takes a part out of a position. */
export const positionsReduce: Command = {
  words: ["positions", "reduce"],
  argumentNames: ["ACCOUNT", "SYMBOL"],
  options: {
    quantity: { value: "Q", about: "how much is taken out of it, above 0", isNeeded: true },
    price: { value: "P", about: "the price of one, in VND or index points", isNeeded: true },
  },
  summary: "Takes a part out of a position at a price.",
  about: "The result of the part goes into the equity; what is covered stays. To take all of it, close it.",
  example: "oms positions reduce 888C000017 FPT --quantity 400 --price 81000",
  run: async (given, desk) => {
    const quantity = readAmount("--quantity", given.needed("quantity"));
    const price = readPrice("--price", given.needed("price"));
    return changePositionOf(given, desk, (services, key) =>
      reduceHolding(services, key, { quantity, price }),
    );
  },
};
