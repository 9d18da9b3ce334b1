import {
  type CallFilter,
  type CallOrder,
  type CallPage,
  listCalls,
  listNearest,
  type NearestPage,
  type NearPosition,
  type OpenCall,
} from "@trading-oms/brokerage";
import { type Price, type ProductGroup, productGroupOf } from "@trading-oms/market";
import type { Command, CommandInput } from "../../cli/command.ts";
import { openDesk } from "../../cli/desk.ts";
import { priceOf, ratioOf } from "../../cli/json.ts";
import { renderMarkTime } from "../../cli/positions.ts";
import {
  type Columns,
  renderGroupedPrice,
  renderNumber,
  renderRatio,
  renderTable,
  renderTime,
} from "../../cli/text.ts";
import { readChoice, readCount, readDuration } from "../../cli/values.ts";

const states = ["called", "forceClose", "recovered"] as const;
const dues = ["overdue", "today", "later"] as const;
const contacts = ["none", "some"] as const;
const orders = ["due", "since", "outstanding", "ratio", "account"] as const satisfies readonly CallOrder[];
const groups = ["STO", "STX", "UPX", "DVX"] as const satisfies readonly ProductGroup[];

const callsList: Command = {
  words: ["calls", "list"],
  options: {
    state: { value: "STATE", about: `only calls in this state: ${states.join(", ")}` },
    due: { value: "DUE", about: `only calls that are due then: ${dues.join(", ")}` },
    contact: {
      value: "CONTACT",
      about: "only calls without or with a contact: none or some",
    },
    symbol: { value: "SYMBOL", about: "only calls of this symbol" },
    group: {
      value: "GROUP",
      about: `only calls of this group of products: ${groups.join(", ")}`,
    },
    user: { value: "USER", about: "only calls of the users whose name begins so" },
    since: { value: "DURATION", about: "only calls that opened in this time, such as 2d" },
    order: {
      value: "ORDER",
      about: `what comes first: ${orders.join(", ")}`,
      otherwise: "due",
    },
    limit: { value: "COUNT", about: "how many to show at most", otherwise: "all" },
    offset: { value: "COUNT", about: "how many to leave out at the beginning", otherwise: "0" },
  },
  summary: "Lists the open calls, with what they need and when they are due.",
  about:
    "The same as listCalls of the operator's operations. A call is due at CALL_DUE_TIME (17:00) of the CALL_DUE_DAYS-th (2) trading day after its opening; when it passes, nothing happens by itself. A call whose ratio has reached the call rate again has recovered: it needs nothing and is not due, and ends at 110 % of the rate. OUTSTANDING is what is missing to the amount needed. The totals are over all that the options leave.",
  example: "oms calls list --due today --order outstanding",
  run: async (input, { open, world }) => {
    const filter = readFilter(input, world.now());
    const order = readOneOf(input, "order", orders) ?? "due";
    const page = {
      limit: readPart(input, "limit", Number.MAX_SAFE_INTEGER),
      offset: readPart(input, "offset", 0),
    };
    const services = await open();
    const found = listCalls(await openDesk(services, world), filter, order, page);
    return { json: callPageJson(found), lines: renderCalls(found) };
  },
};

function readFilter(input: CommandInput, nowMs: number): CallFilter {
  const since = input.option("since");
  return {
    state: readOneOf(input, "state", states),
    due: readOneOf(input, "due", dues),
    contact: readOneOf(input, "contact", contacts),
    symbol: input.option("symbol"),
    group: readOneOf(input, "group", groups),
    user: input.option("user"),
    sinceMs: since === undefined ? undefined : nowMs - readDuration("--since", since),
  };
}

function readOneOf<Choice extends string>(
  input: CommandInput,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = input.option(name);
  return text === undefined ? undefined : readChoice(`--${name}`, text, choices);
}

function readPart(input: CommandInput, name: string, otherwise: number): number {
  const text = input.option(name);
  const bounds = { countMin: name === "limit" ? 1 : 0, countMax: 10_000_000 };
  return text === undefined ? otherwise : readCount(`--${name}`, text, bounds);
}

function callPageJson({ calls, ...page }: CallPage): object {
  return { ...page, calls: calls.map(callJson) };
}

function callJson(call: OpenCall): object {
  const { accountId, userId, valued, lastContact } = call;
  const { position, instrument, rates, mark, figures } = valued;
  return {
    accountId,
    userId,
    symbol: position.symbol,
    group: productGroupOf(instrument.exchange),
    quantity: position.quantity,
    state: call.state,
    openedAtMs: call.openedAtMs,
    dueAtMs: call.dueAtMs ?? null,
    due: call.due,
    dealRatio: ratioOf(figures.dealRatio),
    marginRatio: ratioOf(rates.marginRatio),
    marginCallRate: ratioOf(rates.marginCallRate),
    forceCloseRate: ratioOf(rates.forceCloseRate),
    coveredVnd: position.coveredVnd,
    neededVnd: figures.neededVnd,
    outstandingVnd: call.outstandingVnd,
    price: priceOf(mark.price),
    markedAtMs: mark.atMs ?? null,
    lastContact: lastContact ?? null,
  };
}

function renderCalls({ total, outstandingVnd, counts, calls }: CallPage): string[] {
  if (total === 0) return [counts.all === 0 ? "No position is called." : "No call is left by the options."];
  const shown =
    calls.length === total
      ? ""
      : `, of which ${renderNumber(calls.length)} ${calls.length === 1 ? "is" : "are"} shown`;
  const count = total === 1 ? "1 call needs" : `${renderNumber(total)} calls need`;
  return [`${count} ${renderNumber(outstandingVnd)} VND${shown}.`, "", ...renderTable(calls, callColumns)];
}

const callColumns: Columns<OpenCall> = {
  ACCOUNT: ({ accountId }) => accountId,
  USER: ({ userId }) => userId,
  SYMBOL: ({ valued: { position } }) => position.symbol,
  STATE: ({ state }) => (state === "forceClose" ? "force-close" : state),
  SINCE: ({ openedAtMs }) => renderTime(openedAtMs),
  DUE: ({ dueAtMs, due }) => (dueAtMs === undefined ? "not due" : `${renderTime(dueAtMs)} ${due}`),
  "#RATIO": ({ valued: { figures } }) => renderRatio(figures.dealRatio),
  "#CALL": ({ valued: { rates } }) => renderRatio(rates.marginCallRate),
  "#OUTSTANDING VND": ({ outstandingVnd }) => outstandingVnd,
  "#PRICE": ({ valued: { mark } }) => renderShownPrice(mark.price),
  PRICED: ({ valued: { mark } }) => renderMarkTime(mark),
  CONTACT: ({ lastContact }) => (lastContact === undefined ? "none" : lastContact.answer),
};

const callsNearest: Command = {
  words: ["calls", "nearest"],
  options: {
    limit: { value: "COUNT", about: "how many to show at most", otherwise: "100" },
    offset: { value: "COUNT", about: "how many to leave out at the beginning", otherwise: "0" },
  },
  summary: "Lists the positions that are called next, by how far their price may move until then.",
  about:
    "The same as listNearest of the operator's operations. MOVE is the part of the price, STEPS the number of price steps of the present price. A position whose price has come there already stands first with 0: it is called as soon as its price may decide.",
  example: "oms calls nearest --limit 10",
  run: async (input, { open, world }) => {
    const page = { limit: readPart(input, "limit", 100), offset: readPart(input, "offset", 0) };
    const services = await open();
    const found = listNearest(await openDesk(services, world), page);
    return { json: nearestJson(found), lines: renderNearest(found) };
  },
};

function nearestJson({ total, positions }: NearestPage): object {
  return { total, positions: positions.map(nearJson) };
}

function nearJson({ accountId, userId, valued, price, callPrice, distance, steps }: NearPosition): object {
  const { position, rates, mark, figures } = valued;
  return {
    accountId,
    userId,
    symbol: position.symbol,
    quantity: position.quantity,
    price: priceOf(price),
    markedAtMs: mark.atMs ?? null,
    callPrice: priceOf(callPrice),
    distance: ratioOf(distance),
    steps,
    dealRatio: ratioOf(figures.dealRatio),
    marginCallRate: ratioOf(rates.marginCallRate),
  };
}

function renderNearest({ total, positions }: NearestPage): string[] {
  if (total === 0) return ["No price calls a position."];
  return renderTable(positions, nearColumns);
}

const nearColumns: Columns<NearPosition> = {
  ACCOUNT: ({ accountId }) => accountId,
  USER: ({ userId }) => userId,
  SYMBOL: ({ valued: { position } }) => position.symbol,
  "#QUANTITY": ({ valued: { position } }) => position.quantity,
  "#PRICE": ({ price }) => renderGroupedPrice(price),
  PRICED: ({ valued: { mark } }) => renderMarkTime(mark),
  "#CALLED AT": ({ callPrice }) => renderGroupedPrice(callPrice),
  "#MOVE": ({ distance }) => renderPercent(distance),
  "#STEPS": ({ steps }) => steps,
  "#RATIO": ({ valued: { figures } }) => renderRatio(figures.dealRatio),
  "#CALL": ({ valued: { rates } }) => renderRatio(rates.marginCallRate),
};

/** Renders millionths as percent: 41,966 is 4.1966 %. */
function renderPercent(millionths: bigint): string {
  return `${renderRatio(millionths * 100n)} %`;
}

function renderShownPrice(price: Price | undefined): string {
  return price === undefined ? "" : renderGroupedPrice(price);
}

export const callListCommands: readonly Command[] = [callsList, callsNearest];
