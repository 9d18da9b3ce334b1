import {
  type ChangedPosition,
  type ChangeOrigin,
  closeHolding,
  findAccountKey,
  listExpired,
  markClosing,
  type PositionKey,
  type PositionOrder,
  type Refusal,
  reduceHolding,
  type Services,
  setPosition,
} from "@trading-oms/brokerage";
import { readSettlementPrice } from "@trading-oms/market";
import {
  type Command,
  type CommandContext,
  type CommandInput,
  type Result,
  UsageFault,
  unlessRefused,
} from "../../cli/command.ts";
import { heldPositionJson, positionJson } from "../../cli/json.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { renderPositions, showAccountOf } from "../../cli/positions.ts";
import { renderNumber, renderTable } from "../../cli/text.ts";
import { readAmount, readPrice } from "../../cli/values.ts";

const confirmOption = { confirm: { about: "takes a price that is unusual" } } as const;

/** Reads who orders a change, why, and whether an unusual price is meant. */
function readOrder(input: CommandInput, { world }: CommandContext): ChangeOrigin & PositionOrder {
  return { ...readOrigin(input, world), isConfirmed: input.isOn("confirm") };
}

const positionsSet: Command = {
  words: ["positions", "set"],
  argumentNames: ["ACCOUNT", "SYMBOL"],
  options: {
    quantity: { value: "Q", about: "the quantity, negative for a short position", isRequired: true },
    price: { value: "P", about: "the entry price of one unit, in VND or index points" },
    "entry-value": { value: "VND", about: "the entry value of the whole position, in place of a price" },
    ...confirmOption,
    ...originOptions,
  },
  summary: "Sets the quantity and the entry of a position.",
  about:
    "Write one of --price and --entry-value. An existing position is replaced; its covered amount stays. P is whole VND, with or without . , _ between groups of three; points of an index may have one decimal. The price may be an average off the price steps if the entry value is whole VND; if no price gives it, write the entry value: 100 at 25,050 and 200 at 25,100 is 7,525,000. To change from long to short, close the position and set a new one. An entry more than three times off the reference price, either way, asks for --confirm. A position that is being closed is refused; see oms positions cancel-close.",
  example: "oms positions set 888C000017 41I1F4000 --quantity -2 --price 1461.5",
  run: async (input, context) => {
    const entry = { quantity: readAmount("--quantity", input.required("quantity")), ...readEntry(input) };
    return changePositionOf(input, context, (services, key) =>
      setPosition(services, key, entry, readOrder(input, context)),
    );
  },
};

function readEntry(input: CommandInput): { readonly price: bigint } | { readonly entryVnd: bigint } {
  const [price, value] = [input.option("price"), input.option("entry-value")];
  if (price !== undefined && value !== undefined) {
    throw new UsageFault("--price and --entry-value are both given: leave out one of them.");
  }
  if (price !== undefined) return { price: readPrice("--price", price, input.argument("SYMBOL")) };
  if (value !== undefined) return { entryVnd: readAmount("--entry-value", value) };
  throw new UsageFault("the entry is missing: write --price or --entry-value.");
}

const positionsReduce: Command = {
  words: ["positions", "reduce"],
  argumentNames: ["ACCOUNT", "SYMBOL"],
  options: {
    quantity: { value: "Q", about: "the quantity to close, above 0", isRequired: true },
    price: { value: "P", about: "the price of one unit, in VND or index points", isRequired: true },
    ...confirmOption,
    ...originOptions,
  },
  summary: "Closes a part of a position at a price.",
  about:
    "The result of the part is added to the equity; the covered amount stays. A price outside the band of the day, or more than a tenth off the reference price, asks for --confirm. To close all of it, use oms positions close.",
  example: "oms positions reduce 888C000017 FPT --quantity 400 --price 81000",
  run: async (input, context) => {
    const quantity = readAmount("--quantity", input.required("quantity"));
    const price = readPrice("--price", input.required("price"), input.argument("SYMBOL"));
    return changePositionOf(input, context, (services, key) =>
      reduceHolding(services, key, { quantity, price }, readOrder(input, context)),
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
    ...confirmOption,
    ...originOptions,
  },
  summary: "Closes a position at a price, or marks it as closing.",
  about:
    "At a price the position is closed and its result is added to the equity; a price outside the band of the day, or more than a tenth off the reference price, asks for --confirm. An expired contract is closed at its settlement price, which may have the two decimals of the index. While a position is marked as closing, it is not called, it can't be set, and its covered amount can't change; it ends by a close at a price, or by oms positions cancel-close. The audit records the mark, the result, and the release of a covered amount.",
  example: "oms positions close 888C000017 FPT --price 81000",
  run: async (input, context) => {
    const text = input.option("price");
    const price = text === undefined ? undefined : readClosingPrice(input.argument("SYMBOL"), text);
    const origin = readOrder(input, context);
    if (price === undefined) {
      return changePositionOf(
        input,
        context,
        (services, key) => markClosing(services, key, true, origin),
        (key, changed) => `${describeHolding(key, changed)}, marked as closing.`,
      );
    }
    return changePositionOf(input, context, (services, key) => closeHolding(services, key, price, origin));
  },
};

/** A contract that has expired is closed at its settlement price, any other at a price that it was traded at. */
function readClosingPrice(symbol: string, text: string): bigint {
  return readPrice("--price", text, symbol, readSettlementPrice);
}

const positionsCancelClose: Command = {
  words: ["positions", "cancel-close"],
  argumentNames: ["ACCOUNT", "SYMBOL"],
  options: originOptions,
  summary: "Cancels the closing of a position that was marked as closing.",
  about:
    "The position stays as it is and is judged at once, at any hour, so that it may be called. The audit records the cancellation. A position that was closed at a price can't be brought back; set it again.",
  example: "oms positions cancel-close 888C000017 FPT --reason 'order withdrawn'",
  run: async (input, context) => {
    const origin = readOrigin(input, context.world);
    return changePositionOf(
      input,
      context,
      (services, key) => markClosing(services, key, false, origin),
      (key, changed) => `${describeHolding(key, changed)}, which is not being closed any more.`,
    );
  },
};

const positionsList: Command = {
  words: ["positions", "list"],
  argumentNames: ["ACCOUNT"],
  summary: "Lists the positions of an account with their figures.",
  about:
    "Positions are marked at the last price, shown with its time; without one, at the reference price of the instrument; else at the average entry price. STATE is open; call-due, if the ratio is below the call rate and no notification was sent yet; called, force-close below that rate, or recovered at the call rate again, until the call ends; closing; or expired, after the last trading day of a contract.",
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

const positionsExpired: Command = {
  words: ["positions", "expired"],
  summary: "Lists the positions of all accounts in expired contracts, which wait for their settlement.",
  about:
    "A contract expires after its last trading day, by the calendar with the holidays. From then on its positions are neither called nor reminded, and none is opened; a call that is open ends when the position is closed at the settlement price, by oms positions close.",
  example: "oms positions expired",
  run: async (_input, { open, say }) => {
    const expired = await listExpired(await open());
    if (expired.length === 0) say("There are no positions in expired contracts.");
    return {
      json: expired.map(({ position, ...each }) => ({ ...each, ...positionJson(position) })),
      lines: renderTable(expired, {
        ACCOUNT: ({ accountId }) => accountId,
        USER: ({ userId }) => userId,
        SYMBOL: ({ position }) => position.symbol,
        EXPIRED: ({ expirationDate }) => expirationDate,
        "#QUANTITY": ({ position }) => position.quantity,
        "#ENTRY VND": ({ position }) => position.entryVnd,
        "#COVERED VND": ({ position }) => position.coveredVnd,
        CALL: ({ isCallOpen }) => (isCallOpen ? "open" : "none"),
      }),
    };
  },
};

/** Changes the position of the command line, and returns its new state. */
async function changePositionOf(
  input: CommandInput,
  { open }: CommandContext,
  change: (services: Services, key: PositionKey) => Promise<ChangedPosition | Refusal>,
  describe = describeChange,
): Promise<Result> {
  const services = await open();
  const account = unlessRefused(await findAccountKey(services, input.argument("ACCOUNT")));
  const key = { ...account, symbol: input.argument("SYMBOL") };
  const changed = unlessRefused(await change(services, key));
  const { position, realizedVnd } = changed;
  return {
    json: { ...key, realizedVnd, position: position === undefined ? null : positionJson(position) },
    lines: [describe(key, changed)],
  };
}

function describeChange(key: PositionKey, changed: ChangedPosition): string {
  const { position, realizedVnd } = changed;
  const entry = position === undefined ? "" : `, entered at ${renderNumber(position.entryVnd)} VND`;
  return `${describeHolding(key, changed)}${entry}, realised ${renderNumber(realizedVnd)} VND.`;
}

function describeHolding({ accountId, symbol }: PositionKey, { position }: ChangedPosition): string {
  if (position === undefined) return `${accountId} holds no ${symbol} any more`;
  return `${accountId} holds ${renderNumber(position.quantity)} ${symbol}`;
}

export const positionsCommands: readonly Command[] = [
  positionsSet,
  positionsReduce,
  positionsClose,
  positionsCancelClose,
  positionsList,
  positionsExpired,
];
