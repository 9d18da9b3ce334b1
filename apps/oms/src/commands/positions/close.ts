import { closeHolding } from "@trading-oms/brokerage";
import type { Command } from "../../command.ts";
import { readPrice } from "../../words/read-price.ts";
import { changePositionOf } from "./change-position-of.ts";

/** Closes a position. */
export const positionsClose: Command = {
  words: ["positions", "close"],
  argumentNames: ["ACCOUNT", "SYMBOL"],
  options: {
    price: {
      value: "P",
      about: "the price of one, in VND or index points",
      otherwise: "none, and the position is only marked as closing",
    },
  },
  summary: "Closes a position at a price, or marks it as closing.",
  about: "At a price the position ends and its result goes into the equity.",
  example: "oms positions close 888C000017 FPT --price 81000",
  run: async (given, desk) => {
    const text = given.option("price");
    const price = text === undefined ? undefined : readPrice("--price", text);
    return changePositionOf(given, desk, (services, key) => closeHolding(services, key, price));
  },
};
