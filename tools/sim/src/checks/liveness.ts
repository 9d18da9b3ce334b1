/** What must hold in the end, when faults have stopped, and what a desk may show at any time. */
import { callStateOf, type DeskProjection } from "@trading-oms/brokerage";
import type { EpisodeRecord, PositionRecord } from "@trading-oms/brokerage/ports";
import type { MemoryContent } from "@trading-oms/store/memory";
import { accounts, symbols } from "../world/content.ts";
import type { Exchange } from "../world/exchange.ts";
import type { ServerProcess } from "../world/process.ts";
import type { Checks } from "./checks.ts";
import { figuresOf } from "./decisions.ts";

type Held = {
  readonly account: { readonly equityVnd: bigint };
  readonly positions: ReadonlyMap<string, PositionRecord>;
  readonly episodes: ReadonlyMap<string, Pick<EpisodeRecord, "isOpen" | "openedAtMs">>;
};

const texts = new WeakMap<object, string>();

/** An account as a plain scan of the store lists it. */
function textOf(held: Held): string {
  const known = texts.get(held);
  if (known !== undefined) return known;
  const rows = [...held.positions.values()].map((position) => {
    const episode = held.episodes.get(position.symbol);
    return rowText(position, episode?.isOpen === true ? episode.openedAtMs : undefined);
  });
  const text = [held.account.equityVnd, ...rows.toSorted()].join("\n");
  texts.set(held, text);
  return text;
}

function rowText(position: PositionRecord, calledAtMs: number | undefined): string {
  const { symbol, quantity, entryVnd, postedVnd, coveredVnd, isClosing, decisionPrice: on } = position;
  const decided = on && [on.price, on.atMs, on.seq, on.isByHand].join();
  return [symbol, quantity, entryVnd, postedVnd, coveredVnd, isClosing, decided, calledAtMs].join(" ");
}

function textOnDesk({ holdings }: DeskProjection, account: number): string {
  const rows = [...holdings.rowsOf(account)].map((row) =>
    rowText(holdings.positionOf(row), holdings.calls.get(row)?.openedAtMs),
  );
  return [holdings.equityOf(account), ...rows.toSorted()].join("\n");
}

/** How far each desk has followed each account. */
const places = new WeakMap<DeskProjection, Map<string, number>>();

/** A desk lists each account as it was at some time, and never goes back. */
export function checkDesk(
  { histories }: Pick<Checks, "histories">,
  process: ServerProcess,
): string | undefined {
  const projection = process.ready?.projection;
  if (projection === undefined) return undefined;
  const followed = places.get(projection) ?? new Map<string, number>();
  places.set(projection, followed);
  for (let account = 0; account < projection.holdings.accountsEnd; account += 1) {
    const { accountId } = projection.holdings.keyOf(account);
    const history = histories.get(accountId) ?? [];
    const shown = textOnDesk(projection, account);
    const from = followed.get(accountId) ?? 0;
    const place = history.findIndex((held, index) => index >= from && textOf(held) === shown);
    if (place < 0) return `the desk of ${process.name} lists ${accountId} as it never was: ${shown}`;
    followed.set(accountId, place);
  }
  return undefined;
}

export type End = {
  readonly content: MemoryContent;
  readonly exchange: Exchange;
  readonly checks: Checks;
  readonly processes: readonly ServerProcess[];
  readonly readers: readonly { readonly userId: string; readonly placeId: number | undefined }[];
};

/** The rules that do not hold in the end. */
export function checkEnd(end: End, nowMs: number): string[] {
  const { content, checks, processes, readers } = end;
  const broken = [...checkCalls(end), ...checkLeases(end, nowMs)];
  for (const { userId, placeId } of readers) {
    const newestId = content.traders.get(userId)?.notifications.at(-1)?.id;
    if (placeId !== newestId)
      broken.push(`the stream of ${userId} is at ${placeId}, and ${newestId} is its newest`);
  }
  for (const process of processes)
    broken.push(...checkProcess(end, process), ...[checkDesk(checks, process) ?? []].flat());
  return broken;
}

/** Each position below its rate at the last price has an open call, and each that has recovered has none. */
function* checkCalls({ content, exchange }: End): Generator<string> {
  for (const { accountId } of accounts) {
    const { positions, episodes } = content.accounts.get(accountId) ?? {};
    for (const position of positions?.values() ?? []) {
      const { symbol, isClosing } = position;
      const rates = content.rates.get(`symbol ${symbol}`);
      if (rates === undefined || isClosing) continue;
      const { isCalled, isRecovered } = figuresOf(position, rates, exchange.prices.get(symbol));
      const isOpen = episodes?.get(symbol)?.isOpen === true;
      const price = `${symbol} in ${accountId} at ${exchange.prices.get(symbol)}`;
      if (isCalled && !isOpen) yield `${price} is below its rate, and was not called`;
      if (isRecovered && isOpen) yield `${price} has recovered, and its call is open`;
    }
  }
}

/** Each shard has one holder, which lives and knows it. */
function checkLeases({ checks, processes }: End, nowMs: number): string[] {
  const names = new Set(processes.map(({ name }) => name));
  const held = checks.rota.leases.filter(
    ({ shard, holder, untilMs }) => shard < 64 && untilMs > nowMs && names.has(holder),
  );
  const counts = processes.map(({ ready }) => ready?.watch.counts());
  const believedCount = counts.reduce((sum, each) => sum + (each?.shardCount ?? 0), 0);
  const waitingCount = counts.reduce(
    (sum, each) => sum + (each?.underWayCount ?? 0) + (each?.unreadCount ?? 0),
    0,
  );
  const broken =
    held.length === 64 && believedCount === 64
      ? []
      : [`${held.length} shards have a holder, and ${believedCount} are watched`];
  return waitingCount === 0 ? broken : [...broken, `${waitingCount} shards or evaluations wait`];
}

/** Each server has the newest facts, and its desk the newest accounts. */
function* checkProcess(
  { content, exchange, checks }: End,
  { name, ready }: ServerProcess,
): Generator<string> {
  if (ready === undefined) return yield `${name} has not started`;
  const { market, projection, desk } = ready;
  if (market.book.versions().rates !== content.versions.rates) yield `${name} has older rates`;
  for (const symbol of symbols)
    if (market.marks.markOf(symbol)?.price !== exchange.prices.get(symbol))
      yield `${name} has another price of ${symbol}`;
  let callCount = 0;
  for (const { accountId } of accounts) {
    const newest = checks.histories.get(accountId)?.at(-1);
    const account = Array.from({ length: projection.holdings.accountsEnd }, (_, each) => each).find(
      (each) => projection.holdings.keyOf(each).accountId === accountId,
    );
    if (newest === undefined || account === undefined || textOnDesk(projection, account) !== textOf(newest))
      yield `the desk of ${name} does not list ${accountId} as the store does`;
    for (const { symbol, isClosing } of newest?.positions.values() ?? [])
      if (!isClosing && newest?.episodes.get(symbol)?.isOpen === true) callCount += 1;
  }
  const { calls } = desk.show();
  if (calls.length !== callCount) yield `the desk of ${name} lists ${calls.length} calls of ${callCount}`;
  if (calls.some((call) => callStateOf(call.valued.figures) !== call.state))
    yield `a call of ${name} has another state`;
}
