import type { AuditEntry, ToldNotification } from "@trading-oms/brokerage";
import type { Verdict } from "../verdict.ts";
import { judgeAudits } from "./judge-audits.ts";
import { judgeKeys } from "./judge-keys.ts";
import { judgeStatuses } from "./judge-statuses.ts";
import type { Trade } from "./open-skewed-feeds.ts";
import type { RacedAccount } from "./raced-account.ts";
import type { LeftAccounts } from "./read-raced-accounts.ts";
import type { FallsRun } from "./run-falls.ts";

/** What happened to one position, in the order of its account. */
type Story = {
  readonly name: string;
  readonly entries: readonly AuditEntry[];
  readonly calls: readonly ToldNotification[];
  readonly trades: readonly Trade[];
};

/** Judges what was told of falls, and what the audits say; a run in which hardly anybody was called proves nothing. */
export function judgeFalls(run: FallsRun, { accounts, faults: left }: LeftAccounts): Verdict {
  const { falls, sent, told } = run;
  const entryCount = accounts.reduce((sum, { entries }) => sum + entries.length, 0);
  const line =
    `${falls.length} falls on feeds that are skewed by up to a second: ${told.length} tellings, ` +
    `${sent.length} orders through two servers, ${entryCount} changes in the audits`;
  const isIdle = told.length < falls.length || entryCount < falls.length;
  const faults = [
    ...run.faults,
    ...left,
    ...judgeStatuses(sent),
    ...judgeKeys(sent),
    ...judgeAudits(sent, accounts),
    ...judgeStories(run, accounts),
    ...(isIdle ? ["hardly anybody was called or covered"] : []),
  ];
  return { line, faults };
}

/** Says where a fall was told twice, and where something was decided on a price older than one before. */
export function judgeStories(
  { positions, trades, told }: Pick<FallsRun, "positions" | "trades" | "told">,
  accounts: readonly RacedAccount[],
): string[] {
  return positions.flatMap(({ accountId, symbol }) => {
    const isOfSymbol = (each: { readonly symbol: string }): boolean => each.symbol === symbol;
    const account = accounts.find((each) => each.accountId === accountId);
    const story: Story = {
      name: `${accountId} ${symbol}`,
      entries: account?.entries.filter(isOfSymbol) ?? [],
      calls: told
        .filter((each) => each.accountId === accountId && each.data.symbol === symbol)
        .toSorted((one, other) => one.id - other.id),
      trades: trades.filter(isOfSymbol),
    };
    return [...judgeOnce(story), ...judgeOrder(story)];
  });
}

function judgeOnce({ name, calls }: Story): string[] {
  return [...Map.groupBy(calls, priceTimeOf)].flatMap(([atMs, group]) =>
    group.length === 1 ? [] : [`${name}: the fall of ${atMs} was told ${group.length} times`],
  );
}

/**
 * Entries have their order, and so have calls. A call is at or before the time that it says, so that an entry of a later time
 * came after it.
 */
function judgeOrder({ name, entries, calls, trades }: Story): string[] {
  const decided = entries.map((entry) => ({
    what: `the cover of ${entry.atMs}`,
    atMs: entry.atMs,
    priceMs: trades.findLast(({ price, atMs }) => price === entry.price && atMs <= entry.atMs)?.atMs,
  }));
  const called = calls.map((call) => ({
    what: call.messageId,
    atMs: call.createdAtMs,
    priceMs: priceTimeOf(call),
  }));
  const faults = decided
    .filter(({ priceMs }) => priceMs === undefined)
    .map(({ what }) => `${name}: ${what} has a price that nobody told`);
  for (const list of [decided, called]) {
    for (const [index, each] of list.entries()) {
      const before = list[index - 1];
      if ((before?.priceMs ?? 0) > (each.priceMs ?? 0)) faults.push(older(name, each, before));
    }
  }
  for (const each of decided) {
    const before = called.findLast(({ atMs }) => atMs < each.atMs);
    if ((before?.priceMs ?? 0) > (each.priceMs ?? 0)) faults.push(older(name, each, before));
  }
  return faults;
}

type Decided = { readonly what: string; readonly priceMs: number | undefined };

function older(name: string, each: Decided, before: Decided | undefined): string {
  return `${name}: ${each.what} was decided on the price of ${each.priceMs}, and before it ${before?.what} on that of ${before?.priceMs}`;
}

function priceTimeOf({ data }: ToldNotification): number {
  return data.position?.markAtMs ?? 0;
}
