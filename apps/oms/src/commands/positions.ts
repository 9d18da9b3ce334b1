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
import {
  type Command,
  type CommandContext,
  type CommandInput,
  type Result,
  unlessRefused,
} from "../cli/command.ts";
import { heldPositionJson, positionJson } from "../cli/json.ts";
import { renderPositions, showAccountOf } from "../cli/positions.ts";
import { renderNumber } from "../cli/text.ts";
import { readAmount, readPrice } from "../cli/values.ts";

const positionsSet: Command = {
  words: ["positions", "set"],
  argumentNames: ["ACCOUNT", "SYMBOL"],
  options: {
    quantity: { value: "Q", about: "the quantity, negative for a short position", isRequired: true },
    price: { value: "P", about: "the entry price of one unit, in VND or index points", isRequired: true },
  },
  summary: "Sets the quantity and entry price of a position.",
  about:
    "An existing position is replaced; its covered amount stays. The price may be an average off the price steps if the entry value is whole VND. To change from long to short, close the position and set a new one.",
  example: "oms positions set 888C000017 41I1F4000 --quantity -2 --price 1461.5",
  run: async (input, context) => {
    const quantity = readAmount("--quantity", input.required("quantity"));
    const price = readPrice("--price", input.required("price"));
    return changePositionOf(input, context, (services, key) =>
      setPosition(services, key, { quantity, price }),
    );
  },
};

const positionsReduce: Command = {
  words: ["positions", "reduce"],
  argumentNames: ["ACCOUNT", "SYMBOL"],
  options: {
    quantity: { value: "Q", about: "the quantity to close, above 0", isRequired: true },
    price: { value: "P", about: "the price of one unit, in VND or index points", isRequired: true },
  },
  summary: "Closes a part of a position at a price.",
  about:
    "The result of the part is added to the equity; the covered amount stays. To close all of it, use oms positions close.",
  example: "oms positions reduce 888C000017 FPT --quantity 400 --price 81000",
  run: async (input, context) => {
    const quantity = readAmount("--quantity", input.required("quantity"));
    const price = readPrice("--price", input.required("price"));
    return changePositionOf(input, context, (services, key) =>
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
      about: "the price of one unit, in VND or index points",
      otherwise: "none; the position is only marked as closing",
    },
  },
  summary: "Closes a position at a price, or marks it as closing.",
  about: "At a price the position is closed and its result is added to the equity.",
  example: "oms positions close 888C000017 FPT --price 81000",
  run: async (input, context) => {
    const text = input.option("price");
    const price = text === undefined ? undefined : readPrice("--price", text);
    return changePositionOf(input, context, (services, key) => closeHolding(services, key, price));
  },
};

const positionsList: Command = {
  words: ["positions", "list"],
  argumentNames: ["ACCOUNT"],
  summary: "Lists the positions of an account with their figures.",
  about:
    "Positions are marked at the last price, shown with its time; without one, at the reference price of the instrument; else at the average entry price. STATE is open; call-due, if the ratio is below the call rate and no notification was sent yet; called, until the call ends; force-close, from its notification until the call ends; or closing.",
  example: "oms positions list 888C000017",
  run: async (input, { open, say }) => {
    const shown = await showAccountOf(await open(), input.argument("ACCOUNT"));
    const { episodes } = shown;
    const { positions } = shown.valued;
    if (positions.length === 0) say("There are no positions.");
    return {
      json: positions.map((each) => heldPositionJson(each, episodes)),
      lines: renderPositions(positions, episodes),
    };
  },
};

/** Changes the position of the command line, and returns its new state. */
async function changePositionOf(
  input: CommandInput,
  { open }: CommandContext,
  change: (services: Services, key: PositionKey) => Promise<ChangedPosition | Refusal>,
): Promise<Result> {
  const services = await open();
  const account = unlessRefused(await findAccountKey(services, input.argument("ACCOUNT")));
  const key = { ...account, symbol: input.argument("SYMBOL") };
  const changed = unlessRefused(await change(services, key));
  const { position, realizedVnd } = changed;
  return {
    json: { ...key, realizedVnd, position: position === undefined ? null : positionJson(position) },
    lines: [describeChange(key, changed)],
  };
}

function describeChange(
  { accountId, symbol }: PositionKey,
  { position, realizedVnd }: ChangedPosition,
): string {
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
