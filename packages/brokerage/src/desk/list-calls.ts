/** Orders, filters and counts open calls. */
import { type ProductGroup, productGroupOf } from "@trading-oms/market";
import { begins, compare } from "./order.ts";
import type { DueState, OpenCall } from "./projection.ts";

/** What comes first: the soonest due, the longest open, the largest amount, the lowest deal ratio, or by account. */
export type CallOrder = "due" | "since" | "outstanding" | "ratio" | "account";

/** Which calls are wanted. What is undefined leaves all. */
export type CallFilter = {
  readonly state?: OpenCall["state"] | undefined;
  readonly due?: DueState | undefined;
  /** `none` leaves those that need something and have no contact. */
  readonly contact?: "none" | "some" | undefined;
  /** In capitals or small letters. */
  readonly symbol?: string | undefined;
  readonly group?: ProductGroup | undefined;
  /** How the name of the user begins; capitals and small letters are alike. */
  readonly user?: string | undefined;
};

export type DeskPage = { readonly limit: number; readonly offset: number };

/** A page of calls. The totals are over all that the filter leaves, the counts over all calls. */
export type CallPage = {
  readonly total: number;
  readonly outstandingVnd: bigint;
  readonly neededVnd: bigint;
  readonly counts: CallCounts;
  readonly calls: readonly OpenCall[];
};

export type CallCounts = {
  readonly all: number;
  readonly overdue: number;
  readonly dueToday: number;
  readonly forceClose: number;
  readonly recovered: number;
  readonly withoutContact: number;
};

/** The calls that a filter leaves, in order, and what they need together. */
export type SelectedCalls = Pick<CallPage, "outstandingVnd" | "neededVnd" | "calls">;

export function sortCalls(calls: readonly OpenCall[], order: CallOrder): OpenCall[] {
  const compareCalls = comparisons[order];
  return calls.toSorted((one, other) => compareCalls(one, other) || compareNames(one, other));
}

export function selectCalls(sorted: readonly OpenCall[], filter: CallFilter): SelectedCalls {
  const calls = sorted.filter((call) => isWanted(call, filter));
  return {
    outstandingVnd: calls.reduce((sumVnd, call) => sumVnd + call.outstandingVnd, 0n),
    neededVnd: calls.reduce((sumVnd, call) => sumVnd + call.valued.figures.neededVnd, 0n),
    calls,
  };
}

/** Counts calls by what a person looks for. */
export function countCalls(calls: readonly OpenCall[]): CallCounts {
  const countOf = (isCounted: (call: OpenCall) => boolean): number => calls.filter(isCounted).length;
  return {
    all: calls.length,
    overdue: countOf(({ due }) => due === "overdue"),
    dueToday: countOf(({ due }) => due === "today"),
    forceClose: countOf(({ state }) => state === "forceClose"),
    recovered: countOf(({ state }) => state === "recovered"),
    withoutContact: countOf(lacksContact),
  };
}

function isWanted(call: OpenCall, filter: CallFilter): boolean {
  const { state, due, contact, symbol, group, user } = filter;
  const { position, instrument } = call.valued;
  return (
    (state === undefined || call.state === state) &&
    (due === undefined || call.due === due) &&
    (contact !== "none" || lacksContact(call)) &&
    (contact !== "some" || call.lastContact !== undefined) &&
    (symbol === undefined || position.symbol === symbol.toUpperCase()) &&
    (group === undefined || productGroupOf(instrument.exchange) === group) &&
    (user === undefined || begins(call.userId, user))
  );
}

/** A call that has recovered needs none. */
function lacksContact({ lastContact, state }: OpenCall): boolean {
  return lastContact === undefined && state !== "recovered";
}

type Comparison = (one: OpenCall, other: OpenCall) => number;

const comparisons: Readonly<Record<CallOrder, Comparison>> = {
  due: (one, other) => dueMsOf(one) - dueMsOf(other) || one.openedAtMs - other.openedAtMs,
  since: (one, other) => one.openedAtMs - other.openedAtMs,
  outstanding: (one, other) => compare(other.outstandingVnd, one.outstandingVnd),
  ratio: (one, other) => compare(one.valued.figures.dealRatio, other.valued.figures.dealRatio),
  account: () => 0,
};

/** A call that is never due comes last. */
function dueMsOf({ dueAtMs = Number.MAX_SAFE_INTEGER }: OpenCall): number {
  return dueAtMs;
}

function compareNames(one: OpenCall, other: OpenCall): number {
  return (
    compare(one.accountId, other.accountId) ||
    compare(one.valued.position.symbol, other.valued.position.symbol)
  );
}
