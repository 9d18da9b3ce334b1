/** The open calls that a filter leaves, in an order, page by page, with totals. */
import { type ProductGroup, productGroupOf } from "@trading-oms/market";
import { compare } from "./order.ts";
import type { DeskProjection, DueState, OpenCall } from "./projection.ts";

/** What comes first: the soonest due, the longest open, the largest amount, the lowest deal ratio, or by account. */
export type CallOrder = "due" | "since" | "outstanding" | "ratio" | "account";

/** Which calls are wanted. What is undefined leaves all. */
export type CallFilter = {
  readonly state?: OpenCall["state"] | undefined;
  readonly due?: DueState | undefined;
  readonly contact?: "none" | "some" | undefined;
  readonly symbol?: string | undefined;
  readonly group?: ProductGroup | undefined;
  readonly user?: string | undefined;
  /** Only calls that opened at this time or later. */
  readonly sinceMs?: number | undefined;
};

/** A part of a list. */
export type DeskPage = { readonly limit: number; readonly offset: number };

/** A page of calls. The totals are over all that the filter leaves, the counts over all calls. */
export type CallPage = {
  readonly total: number;
  readonly outstandingVnd: bigint;
  readonly neededVnd: bigint;
  readonly counts: CallCounts;
  readonly calls: readonly OpenCall[];
};

/** How many calls there are. */
export type CallCounts = {
  readonly all: number;
  readonly overdue: number;
  readonly dueToday: number;
  readonly forceClose: number;
  readonly withoutContact: number;
};

/** Lists open calls. Reads no store. */
export function listCalls(
  projection: Pick<DeskProjection, "calls">,
  filter: CallFilter,
  order: CallOrder,
  { limit, offset }: DeskPage,
): CallPage {
  const all = projection.calls();
  const found = all.filter((call) => isWanted(call, filter));
  const compareCalls = comparisons[order];
  found.sort((one, other) => compareCalls(one, other) || compareNames(one, other));
  return {
    total: found.length,
    outstandingVnd: found.reduce((sumVnd, call) => sumVnd + call.outstandingVnd, 0n),
    neededVnd: found.reduce((sumVnd, call) => sumVnd + call.valued.figures.neededVnd, 0n),
    counts: countCalls(all),
    calls: found.slice(offset, offset + limit),
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
    withoutContact: countOf(({ lastContact }) => lastContact === undefined),
  };
}

function isWanted(call: OpenCall, filter: CallFilter): boolean {
  const { state, due, contact, symbol, group, user, sinceMs } = filter;
  const { position, instrument } = call.valued;
  return (
    (state === undefined || call.state === state) &&
    (due === undefined || call.due === due) &&
    (contact === undefined || (call.lastContact === undefined) === (contact === "none")) &&
    (symbol === undefined || position.symbol === symbol) &&
    (group === undefined || productGroupOf(instrument.exchange) === group) &&
    (user === undefined || call.userId === user) &&
    (sinceMs === undefined || call.openedAtMs >= sinceMs)
  );
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
