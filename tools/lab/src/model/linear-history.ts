/**
 * Compares the orders to cover of a run with the audits. An acknowledged change happened once, one whose outcome is unknown at
 * most once, a failed one never, and their order respects real time: what was acknowledged before another order was sent
 * comes first.
 */
import type { CoverEntry } from "../harness/accounts.ts";
import { excerptHistory, type HistoryEvent, outcomeOf, type Span } from "./history.ts";
import { causeOf, type LeftAccount, readCoverAnswer, type SentCover } from "./orders.ts";

/** All requests under one key, or the only one without a key. Its end is that of the first answer. */
type Order = Span & {
  readonly name: string;
  readonly accountId: string;
  readonly tries: readonly SentCover[];
  readonly outcome: "ok" | "fail" | "unknown";
  /** Whether the answer says that an amount was changed. */
  readonly isChange: boolean;
};

type Fault = { readonly message: string; readonly orders: readonly Order[] };

const excerptsMax = 3;

/** Reports contradictions, the first ones with the events around them. */
export function checkLinearHistory(
  history: readonly HistoryEvent[],
  sent: readonly SentCover[],
  accounts: readonly LeftAccount[],
): string[] {
  const orders = [...Map.groupBy(sent, causeOf)].map(([name, tries]) => orderOf(name, tries));
  const byRequest = new Map(orders.flatMap((order) => order.tries.map((each) => [each.requestId, order])));
  const entries = accounts.flatMap((account) => account.entries);
  const byOrder = Map.groupBy(entries, ({ requestId }) => byRequest.get(requestId));
  return [
    ...entries.flatMap((entry) => checkEntry(entry, byRequest.get(entry.requestId))),
    ...orders.flatMap((order) => checkCount(order, byOrder.get(order)?.length ?? 0)),
    ...accounts.flatMap((account) => checkOrder(account, byRequest)),
    ...accounts.flatMap(checkEnd),
  ].map(({ message, orders: involved }, index) => {
    const lines = index < excerptsMax ? excerpt(history, involved) : [];
    return [message, ...lines.map((line) => `    ${line}`)].join("\n");
  });
}

function excerpt(history: readonly HistoryEvent[], orders: readonly Order[]): string[] {
  const tries = orders.flatMap((order) => order.tries);
  return excerptHistory(history, orders[0]?.accountId ?? "", tries);
}

function orderOf(name: string, tries: readonly SentCover[]): Order {
  const answered = tries.filter(({ status }) => status === 200);
  const [first = answered[0], ...later] = answered.toSorted((one, other) => one.settledAt - other.settledAt);
  const outcomes = new Set((first === undefined ? tries : [first, ...later]).map(outcomeOf));
  return {
    ...{ name, tries, accountId: tries[0]?.accountId ?? "" },
    invokedAt: Math.min(...tries.map(({ invokedAt }) => invokedAt)),
    settledAt: first?.settledAt ?? Number.POSITIVE_INFINITY,
    outcome: outcomes.has("ok") ? "ok" : outcomes.has("unknown") ? "unknown" : "fail",
    isChange: first !== undefined && !readCoverAnswer(first)?.message.endsWith(" already."),
  };
}

/** Every change must come from a request for it that did not fail. */
function checkEntry({ requestId, accountId, symbol, toVnd }: CoverEntry, order: Order | undefined): Fault[] {
  const change = `${accountId} ${symbol} became ${toVnd} by ${requestId}`;
  const cause = order?.tries.find((each) => each.requestId === requestId);
  if (order === undefined || cause === undefined)
    return [{ message: `${change}, which was never sent`, orders: [] }];
  const wanted = `${cause.accountId} ${cause.symbol} ${cause.amountVnd}`;
  if (wanted !== `${accountId} ${symbol} ${toVnd}`)
    return [{ message: `${change}, which asked for ${wanted}`, orders: [order] }];
  if (order.outcome === "fail" || outcomeOf(cause) !== "fail") return [];
  return [{ message: `${change}, which failed`, orders: [order] }];
}

/** An answer that the amount was in force already must have no entry: an entry would be a second change. */
function checkCount(order: Order, count: number): Fault[] {
  const { name, accountId, outcome, isChange } = order;
  const audited = `the audit of ${accountId} has it ${count === 1 ? "once" : `${count} times`}`;
  const fault = (said: string): Fault[] => [{ message: `${name} ${said}, and ${audited}`, orders: [order] }];
  if (outcome === "fail") return count === 0 ? [] : fault("failed");
  if (outcome === "unknown") return count <= 1 ? [] : fault("is unknown");
  if (isChange) return count === 1 ? [] : fault("was acknowledged");
  return count === 0 ? [] : fault("was answered that nothing changed");
}

/** Reports entries that come before one whose order had been acknowledged when theirs was sent. */
function checkOrder({ accountId, entries }: LeftAccount, byRequest: ReadonlyMap<string, Order>): Fault[] {
  const placed = entries.flatMap(({ requestId }, value) => {
    const order = byRequest.get(requestId);
    const cause = order?.tries.find((each) => each.requestId === requestId);
    if (order === undefined || cause === undefined) return [];
    return [{ order, value, invokedAt: cause.invokedAt, settledAt: order.settledAt }];
  });
  return findInversions(placed).map(([earlier, later]) => ({
    message:
      `${later.order.name} was sent after ${earlier.order.name} was acknowledged, and is entry ${later.value + 1} ` +
      `of ${accountId}, before entry ${earlier.value + 1}`,
    orders: [earlier.order, later.order],
  }));
}

function checkEnd({ accountId, coveredVnd, entries }: LeftAccount): Fault[] {
  return [...coveredVnd].flatMap(([symbol, amountVnd]) => {
    const lastVnd = entries.findLast((entry) => entry.symbol === symbol)?.toVnd ?? 0n;
    const message = `${accountId} ${symbol} covers ${amountVnd}, and its last entry says ${lastVnd}`;
    return lastVnd === amountVnd ? [] : [{ message, orders: [] }];
  });
}

/** The newest notification on a page of a user. */
export type ShownPage = Span & { readonly userId: string; readonly value: number };

/** Reports pages that lack a notification although a page before them had it, from any server. */
export function checkPagesInOrder(pages: readonly ShownPage[]): string[] {
  return [...Map.groupBy(pages, ({ userId }) => userId)].flatMap(([userId, ofUser]) =>
    findInversions(ofUser).map(
      ([{ value }, later]) => `${userId} was shown the notification ${value}, and later only ${later.value}`,
    ),
  );
}

/** Pairs of items of which the second began after the first had ended, and yet has the smaller value. */
function findInversions<Item extends Span & { readonly value: number }>(
  items: readonly Item[],
): (readonly [Item, Item])[] {
  const ended = items.toSorted((one, other) => one.settledAt - other.settledAt).values();
  let next = ended.next().value;
  let largest: Item | undefined;
  return items
    .toSorted((one, other) => one.invokedAt - other.invokedAt)
    .flatMap((item) => {
      for (; next !== undefined && next.settledAt < item.invokedAt; next = ended.next().value)
        if (largest === undefined || next.value > largest.value) largest = next;
      return largest !== undefined && largest.value > item.value ? [[largest, item] as const] : [];
    });
}
