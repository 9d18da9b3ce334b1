import {
  type ChangedPosition,
  closeHolding,
  findAccountKey,
  type PositionKey,
  type Refusal,
  reduceHolding,
  type Services,
  setPosition,
} from "@trading-oms/brokerage";
import { type Command, type Desk, type Given, type Result, unlessRefused } from "../cli/command.ts";
import { heldPositionJson, positionJson } from "../cli/json.ts";
import { renderPositions, showAccountOf } from "../cli/positions.ts";
import { renderNumber } from "../cli/text.ts";
import { readAmount, readPrice } from "../cli/values.ts";

const positionsSet: Command = {
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

const positionsReduce: Command = {
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

const positionsClose: Command = {
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

const positionsList: Command = {
  words: ["positions", "list"],
  argumentNames: ["ACCOUNT"],
  summary: "Lists the positions of an account with their figures.",
  about:
    "Positions are marked at the last price, which tells its time, else at the reference price of their instrument, else at what was paid. STATE is open; call-due, where the ratio is below the call rate and nobody was told yet; called, until the call is over; force-close, from the telling of one until the call is over; or closing.",
  example: "oms positions list 888C000017",
  run: async (given, { open, say }) => {
    const shown = await showAccountOf(await open(), given.argument("ACCOUNT"));
    const { episodes } = shown;
    const { positions } = shown.valued;
    if (positions.length === 0) say("There are no positions.");
    return {
      json: positions.map((each) => heldPositionJson(each, episodes)),
      lines: renderPositions(positions, episodes),
    };
  },
};

/** Changes the position that the words name, and tells what has become of it. */
async function changePositionOf(
  given: Given,
  { open }: Desk,
  change: (services: Services, key: PositionKey) => Promise<ChangedPosition | Refusal>,
): Promise<Result> {
  const services = await open();
  const account = unlessRefused(await findAccountKey(services, given.argument("ACCOUNT")));
  const key = { ...account, symbol: given.argument("SYMBOL") };
  const changed = unlessRefused(await change(services, key));
  const { position, realizedVnd } = changed;
  return {
    json: { ...key, realizedVnd, position: position === undefined ? null : positionJson(position) },
    lines: [tell(key, changed)],
  };
}

function tell({ accountId, symbol }: PositionKey, { position, realizedVnd }: ChangedPosition): string {
  const result = `realised ${renderNumber(realizedVnd)} VND`;
  if (position === undefined) return `${accountId} holds no ${symbol} any more, ${result}.`;
  const holding = `${accountId} holds ${renderNumber(position.quantity)} ${symbol}`;
  if (position.isClosing) return `${holding}, marked as closing.`;
  return `${holding}, entered at ${renderNumber(position.entryVnd)} VND, ${result}.`;
}

export const positionsCommands: readonly Command[] = [
  positionsSet,
  positionsReduce,
  positionsClose,
  positionsList,
];
